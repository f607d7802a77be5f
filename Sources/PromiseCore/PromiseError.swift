/// The errors that the library itself rejects promises with.
public enum PromiseError: Error, Sendable {
  /// The last ``Resolver`` of a pending promise was released without being called. The place is where it was made.
  case abandoned(file: String, line: Int)
  /// The work was cancelled. `promise.cancel()` rejects with `CancellationError`; this is for producers that have none.
  case cancelled
  /// A handler returned the very promise that its result was to settle.
  ///
  /// Only that is found. A circle by way of other promises stays pending, and keeps itself alive, until one of them is
  /// cancelled.
  case returnedSelf
  /// A callback was called with neither a value nor an error.
  case invalidCallingConvention
  /// A combinator was given input for which there is no outcome, such as a race of nobody.
  case badInput
  /// A handler of `compactMap` or `firstValue` had no value to give. The value that it was called with, and what it was
  /// to become.
  case compactMap(any Sendable, Any.Type)
  /// A collection was asked for an element and had none.
  case emptySequence
  /// A handler of `validate` did not accept the value.
  case validationFailed
  /// It took too long.
  case timedOut
  /// A `PromiseQueue` had no room for one more.
  case queueIsFull
  /// Nobody who ran was fulfilled. The error of each of them, in the order in which they were given.
  case noWinner([any Error])
}

extension PromiseError: Equatable {
  /// The same case. Of an abandoned promise, also the same place; what else a case carries does not count.
  public static func == (a: PromiseError, b: PromiseError) -> Bool {
    switch (a, b) {
    case (.abandoned(let file, let line), .abandoned(let otherFile, let otherLine)):
      file == otherFile && line == otherLine
    case (.cancelled, .cancelled), (.returnedSelf, .returnedSelf), (.badInput, .badInput), (.timedOut, .timedOut),
      (.queueIsFull, .queueIsFull),
      (.invalidCallingConvention, .invalidCallingConvention), (.compactMap, .compactMap), (.noWinner, .noWinner),
      (.emptySequence, .emptySequence), (.validationFailed, .validationFailed):
      true
    default: false
    }
  }
}

extension PromiseError: CancellableError {
  /// True for ``cancelled`` only.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension PromiseError: CustomStringConvertible, CustomDebugStringConvertible {
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
    case .badInput:
      "A combinator was given input for which there is no outcome, such as a race of nobody or room for less than one promise."
    case .compactMap(let value, let type):
      "There was no \(type) to be had from: \(value)"
    case .emptySequence:
      "A collection was asked for an element and had none."
    case .validationFailed:
      "The value is not valid."
    case .timedOut:
      "It took too long."
    case .queueIsFull:
      "The queue has no room for one more."
    case .noWinner(let errors):
      "Nobody was fulfilled: " + errors.map { "\($0)" }.joined(separator: "; ")
    }
  }

  /// The same with the name of the type; as PromiseKit has it where one may rely on that.
  public var debugDescription: String {
    switch self {
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    default: "PromiseError: \(description)"
    }
  }
}
