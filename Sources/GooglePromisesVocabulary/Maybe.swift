/// The outcome of one of the promises that were passed to `any`.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `Result<Value, any Error>`.")
public enum Maybe<Value> {
  /// The promise is fulfilled with this value.
  case value(Value)
  /// The promise is rejected with this error.
  case error(any Error)

  /// Creates the outcome of a fulfilled promise.
  ///
  /// - Parameter value: The value of the promise.
  @_alwaysEmitIntoClient
  public init(_ value: Value) { self = .value(value) }

  /// Creates the outcome of a rejected promise.
  ///
  /// - Parameter error: The error of the promise.
  @_alwaysEmitIntoClient
  public init(_ error: any Error) { self = .error(error) }

  /// Creates an outcome from a result.
  ///
  /// - Parameter result: The result: a success becomes a value, and a failure becomes an error.
  @_alwaysEmitIntoClient
  public init(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }

  /// The value, or `nil` if the promise is rejected.
  @_alwaysEmitIntoClient
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The error, or `nil` if the promise is fulfilled.
  @_alwaysEmitIntoClient
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// The outcome as a result.
  @_alwaysEmitIntoClient
  public var result: Result<Value, any Error> {
    switch self {
    case .value(let value): .success(value)
    case .error(let error): .failure(error)
    }
  }
}

@available(*, deprecated)
extension Maybe: Sendable where Value: Sendable {}

@available(*, deprecated)
extension Maybe: Equatable where Value: Equatable {
  /// Returns whether two outcomes have equal values or equal errors. Errors that are not `Equatable` are equal if their
  /// domains and codes are equal.
  ///
  /// - Parameters:
  ///   - a: An outcome.
  ///   - b: Another outcome.
  /// - Returns: `true` if both outcomes are values that are equal, or errors that are equal.
  @_alwaysEmitIntoClient
  public static func == (a: Maybe, b: Maybe) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.error(let a), .error(let b)): areEqual(a, b)
    default: false
    }
  }
}

/// Returns whether two errors are equal, by `==` if they are `Equatable`, or else by domain and code.
@_alwaysEmitIntoClient
func areEqual(_ a: any Error, _ b: any Error) -> Bool {
  func equals<E: Equatable>(_ a: E) -> Bool { a == b as? E }
  if let a = a as? any Equatable { return equals(a) }
  return a._domain == b._domain && a._code == b._code
}
