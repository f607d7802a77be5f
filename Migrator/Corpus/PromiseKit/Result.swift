/// PromiseKit's result, which has one type parameter.
public enum Result<T> {
  case fulfilled(T)
  case rejected(Error)

  public var isFulfilled: Bool {
    if case .fulfilled = self { true } else { false }
  }

  public var isRejected: Bool { !isFulfilled }

  init(_ body: () throws -> T) {
    do { self = .fulfilled(try body()) } catch { self = .rejected(error) }
  }
}

public enum PMKError: Error {
  case invalidCallingConvention
  case returnedSelf
  case badInput
  case cancelled
  case compactMap(Any, Any.Type)
  case emptySequence
  case noWinner
}

public protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension PMKError: CancellableError {
  public var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

extension Error {
  public var isCancelled: Bool { (self as? CancellableError)?.isCancelled ?? false }
}

public enum CatchPolicy {
  case allErrors
  case allErrorsExceptCancellation
}
