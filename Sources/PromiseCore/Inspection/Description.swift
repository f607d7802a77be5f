extension TypedPromise {
  /// The description of both classes.
  package var description: String {
    switch outcome {
    case nil: "\(Self.name)(…\(Value.self))"
    case .success(let value)?: "\(Self.name)(\(value))"
    case .failure(let error)?: "\(Self.name)(\(error))"
    }
  }

  /// The debug description of both classes.
  package var debugDescription: String {
    let type = "\(Self.name)<\(Value.self)>"
    let state =
      switch outcome {
      case nil: "pending(handlers: \(any.observerCount))"
      case .success(let value)?: "fulfilled(\(value))"
      case .failure(let error)?: "rejected(\(Swift.type(of: widen(error))).\(error))"
      }
    return "\(type).\(state) at \(site.file):\(site.line)"
  }

  /// The name of the class, as a description shows it.
  private static var name: String { Failure.self == Never.self ? "Guarantee" : "Promise" }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// A short description of the state: the value, the error or, while the promise is pending, the type of the value.
  ///
  /// Examples are `Promise(3)`, `Promise(CancellationError())` and `Promise(…Int)`.
  public var description: String { typed.description }

  /// A description of the state with types, the number of pending handlers and the creation site.
  ///
  /// Neither description counts as observing an error. Each is a snapshot and may be made on any thread.
  public var debugDescription: String { typed.debugDescription }
}

extension Guarantee: CustomStringConvertible, CustomDebugStringConvertible {
  /// A short description of the state: the value or, while the guarantee is pending, the type of the value.
  ///
  /// Examples are `Guarantee(3)` and `Guarantee(…Int)`.
  public var description: String { typed.description }

  /// A description of the state with types, the number of pending handlers and the creation site.
  ///
  /// Neither description counts as observing an error. Each is a snapshot and may be made on any thread.
  public var debugDescription: String { typed.debugDescription }
}
