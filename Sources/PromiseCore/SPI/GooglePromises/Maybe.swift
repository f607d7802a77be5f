/// What has become of one of several promises: a value or an error. From google/promises.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `Result<Value, any Error>`.")
public enum Maybe<Value> {
  /// It was fulfilled.
  case value(Value)
  /// It was rejected.
  case error(any Error)

  /// A value.
  @_alwaysEmitIntoClient
  public init(_ value: Value) { self = .value(value) }

  /// An error.
  @_alwaysEmitIntoClient
  public init(_ error: any Error) { self = .error(error) }

  /// The same as a result.
  @_alwaysEmitIntoClient
  public init(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }

  /// The value, if there is one.
  @_alwaysEmitIntoClient
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The error, if there is one.
  @_alwaysEmitIntoClient
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// The same as a result.
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
  /// Equal values, or equal errors. Errors that are not `Equatable` are equal if domain and code are.
  @_alwaysEmitIntoClient
  public static func == (a: Maybe, b: Maybe) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.error(let a), .error(let b)): areEqual(a, b)
    default: false
    }
  }
}

@_alwaysEmitIntoClient
func areEqual(_ a: any Error, _ b: any Error) -> Bool {
  func equals<E: Equatable>(_ a: E) -> Bool { a == b as? E }
  if let a = a as? any Equatable { return equals(a) }
  return a._domain == b._domain && a._code == b._code
}
