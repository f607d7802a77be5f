/// A result that can be compared. Two errors are equal if their descriptions are equal.
package enum EquatableResult<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case error(any Error)

  package init(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }

  package static func == (a: EquatableResult, b: EquatableResult) -> Bool {
    switch (a, b) {
    case (.value(let a), .value(let b)): a == b
    case (.error(let a), .error(let b)): "\(a)" == "\(b)"
    default: false
    }
  }
}
