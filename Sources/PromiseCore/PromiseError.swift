/// The errors with which the library itself rejects promises, and `cancelled`, which is for producers.
public enum PromiseError: Error, Sendable {
  /// The ``Resolver`` of a pending promise was released without being called. The file and the line are the promise's
  /// creation site.
  case abandoned(file: String, line: Int)
  /// The operation was canceled. `promise.cancel()` rejects with `CancellationError`; this case is for producers that
  /// have no error of their own.
  case cancelled
  /// A handler returned the promise that waits for the result of that handler.
  ///
  /// Only this direct case is detected. A cycle of several promises stays pending and keeps itself alive until one of
  /// the promises is canceled.
  case returnedSelf
  /// A callback was called with neither a value nor an error.
  case invalidCallingConvention
  /// A combinator was called with arguments that allow no outcome, such as a race without promises.
  case badInput
  /// A handler of `compactMap` returned `nil`. The associated values are the value that the handler received and the
  /// type of the expected result.
  case compactMap(any Sendable, Any.Type)
  /// An element was required, but the sequence is empty or has no matching element.
  case emptySequence
  /// A handler of `validate` rejected the value.
  case validationFailed
  /// The operation did not finish within its timeout. The file and the line are those of the call that set the timeout.
  case timedOut(file: String, line: Int)
  /// A `PromiseQueue` already has as many waiting elements as it allows.
  case queueIsFull
  /// Every promise of a race was rejected. The associated value contains their errors, in the order in which the
  /// promises were passed. If all of them were canceled, the race is rejected with `CancellationError` instead.
  case noWinner(RaceErrors)
}

extension PromiseError {
  /// A timeout error without a file and a line. Throw it, or compare an error with it: all errors of this case are
  /// equal.
  public static var timedOut: PromiseError { .timedOut(file: "", line: 0) }

  /// Returns the error of the timeout that was set at `site`.
  package static func timedOut(at site: CreationSite) -> PromiseError { .timedOut(file: site.file, line: site.line) }
}

extension PromiseError: Equatable {
  /// Returns whether both errors are of the same case.
  ///
  /// For ``abandoned(file:line:)``, the file and the line must be equal as well. Other associated values are not
  /// compared.
  ///
  /// - Parameters:
  ///   - a: An error.
  ///   - b: Another error.
  /// - Returns: `true` if both errors are of the same case and, for `abandoned`, name the same file and line.
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
  /// Whether the error is `cancelled`, or a `noWinner` whose errors all represent cancellation.
  @_documentation(visibility: internal)
  public var isCancelled: Bool {
    switch self {
    case .cancelled: true
    case .noWinner(let errors): errors.areCancellations
    default: false
    }
  }
}

extension PromiseError: CustomStringConvertible, CustomDebugStringConvertible {
  /// Describes the error and, where the library can tell, what to do.
  public var description: String {
    switch self {
    case .abandoned(let file, let line):
      """
      The promise created at \(file):\(line) was abandoned: its resolver was released without being called. Call the \
      resolver on every path.
      """
    case .cancelled:
      "The operation was canceled."
    case .returnedSelf:
      "A handler returned the promise that waits for the result of that handler. Return another promise."
    case .invalidCallingConvention:
      "A callback was called with neither a value nor an error. Its caller must pass one of them."
    case .badInput:
      "Invalid argument: `race` needs at least one promise, and a concurrency limit must be at least 1."
    case .compactMap(let value, let type):
      """
      The handler of `compactMap` must return a value, but no \(type) could be created from a value of type \
      \(Swift.type(of: value)).
      """
    case .emptySequence:
      """
      An element was required, but the sequence is empty or has no matching element. Pass a sequence that has one, or \
      handle this error.
      """
    case .validationFailed:
      "The value failed validation. Correct it, or handle this error."
    case .timedOut:
      "The operation timed out. Set a longer timeout, or handle this error."
    case .queueIsFull:
      "The queue is full: it allows no more waiting elements. Raise `maxWaiting`, or add elements more slowly."
    case .noWinner(let errors):
      "Every promise of the race was rejected: \(errors)"
    }
  }

  /// The description without the file and the line, which `localizedDescription` returns where `PromiseFoundation` is
  /// linked.
  ///
  /// `PromiseFoundation` makes the type a `LocalizedError`, which requires this property. An alert may show it to a user,
  /// and two `NSError`s are equal only if it is.
  @_documentation(visibility: internal)
  public var errorDescription: String? {
    switch self {
    case .abandoned:
      "A promise was abandoned: its resolver was released without being called. Call the resolver on every path."
    case .noWinner: "Every promise of the race was rejected."
    default: description
    }
  }

  /// The description, preceded by the name of the type. For ``timedOut(file:line:)``, it contains the file and the line.
  ///
  /// ``noWinner(_:)`` has the text that it has in PromiseKit, because migrated code may depend on it.
  public var debugDescription: String {
    switch self {
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    case .timedOut(let file, let line) where !file.isEmpty:
      """
      PromiseError: The operation timed out: the timeout set at \(file):\(line) was exceeded. Set a longer timeout, or \
      handle this error.
      """
    default: "PromiseError: \(description)"
    }
  }
}
