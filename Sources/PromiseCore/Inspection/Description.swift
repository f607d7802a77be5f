extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value, the error, or that there is none yet: `Promise(3)`, `Promise(timedOut)`, `Promise(…Int)`. From
  /// PromiseKit.
  public var description: String {
    switch outcome {
    case nil: "Promise(…\(Value.self))"
    case .success(let value)?: "Promise(\(value))"
    case .failure(let error)?: "Promise(\(error))"
    }
  }

  /// The same with types, and with the number of handlers that wait. From PromiseKit.
  public var debugDescription: String {
    switch outcome {
    case nil: "Promise<\(Value.self)>.pending(handlers: \(observerCount))"
    case .success(let value)?: "Promise<\(Value.self)>.fulfilled(\(value))"
    case .failure(let error)?: "Promise<\(Value.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}

extension Guarantee: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value, or that there is none yet: `Guarantee(3)`, `Guarantee(…Int)`.
  public var description: String {
    outcome.map { "Guarantee(\($0.get()))" } ?? "Guarantee(…\(Value.self))"
  }

  /// The same with types, and with the number of handlers that wait.
  public var debugDescription: String {
    outcome.map { "Guarantee<\(Value.self)>.fulfilled(\($0.get()))" }
      ?? "Guarantee<\(Value.self)>.pending(handlers: \(observerCount))"
  }
}
