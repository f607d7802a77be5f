/// The errors that the library itself rejects promises with.
public enum PromiseError: Error, Sendable {
  /// The last ``Resolver`` of a pending promise was released without being called. The place is where it was made.
  case abandoned(file: String, line: Int)
  /// The work was cancelled. `promise.cancel()` rejects with `CancellationError`; this is for producers that have none.
  case cancelled
  /// A handler returned the very promise that its result was to settle.
  case returnedSelf
  /// A callback was called with neither a value nor an error.
  case invalidCallingConvention
  /// A combinator was given input for which there is no outcome, such as a race of nobody.
  case badInput(String)
}

extension PromiseError: CancellableError {
  /// True for ``cancelled`` only.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension PromiseError: CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .abandoned(let file, let line):
      "The promise made at \(file):\(line) was abandoned: its resolver was released without being called."
    case .cancelled:
      "The work was cancelled."
    case .returnedSelf:
      "A handler returned the promise that its own result was to settle."
    case .invalidCallingConvention:
      "A callback was called with neither a value nor an error."
    case .badInput(let reason):
      reason
    }
  }
}
