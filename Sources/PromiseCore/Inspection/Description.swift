extension _TypedPromise: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value, the error, or that there is none yet: `Promise(3)`, `Promise(timedOut)`, `Promise(…Int)`.
  public var description: String {
    switch outcome {
    case nil: "\(Self.name)(…\(Value.self))"
    case .success(let value)?: "\(Self.name)(\(value))"
    case .failure(let error)?: "\(Self.name)(\(error))"
    }
  }

  /// The state with types, the number of handlers that wait, and where the promise was created.
  public var debugDescription: String {
    let type = "\(Self.name)<\(Value.self)>"
    let state =
      switch outcome {
      case nil: "pending(handlers: \(observerCount))"
      case .success(let value)?: "fulfilled(\(value))"
      case .failure(let error)?: "rejected(\(Swift.type(of: widen(error))).\(error))"
      }
    return "\(type).\(state) at \(site.file):\(site.line)"
  }

  private static var name: String { Failure.self == Never.self ? "Guarantee" : "Promise" }
}
