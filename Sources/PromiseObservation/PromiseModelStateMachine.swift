/// What a `PromiseModel` shows, as a pure state machine.
///
/// A *load* is a promise that the model waits for. It has a number, which distinguishes it from all others. At most one
/// load is running, the one that began last, and only its outcome is shown.
///
/// | Event | Effect if that load is running | Effect otherwise |
/// | --- | --- | --- |
/// | `begin` | none: a load begins once | the load is running, in place of the one that is returned |
/// | `settle` with a number | shows the outcome | none |
/// | `show` | | shows the outcome, in place of the running load, which is returned |
/// | `cancel` | shows what was shown before the load began, and returns the load | none |
///
/// ```
///                        begin
///  idle,     ────────────────────────────▶ pending ──┐
///  fulfilled,                                 │  ▲   │ begin
///  rejected  ◀────────────────────────────────┘  └───┘
///    │    ▲        settle, show, cancel
///    └────┘ show
/// ```
///
/// The value and the error are kept while a load is running, so that a canceled load leaves no trace. A value replaces
/// both, and an error replaces the error only.
///
/// The main actor guards the state machine. The caller must keep a copy of the previous state until an event has
/// returned: the event may release a value, whose `deinit` is user code. It must cancel a load that an event returns.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package struct PromiseModelStateMachine<Value: Sendable, Load: Sendable>: Sendable {
  /// The outcome of a load.
  package enum Outcome: Sendable {
    case fulfilled(Value)
    case rejected(any Error)
    case canceled
  }

  /// The value of the last load that was fulfilled.
  package private(set) var value: Value?
  /// The error of the last load that was fulfilled or rejected, if it was rejected.
  private var error: (any Error)?
  /// The running load, with its number.
  private var running: (number: Int, load: Load)?
  /// The number of the load that was created last.
  private var lastNumber = 0

  package init() {}

  /// The running load.
  package var load: Load? { running?.load }

  package var phase: PromiseModel<Value>.Phase {
    if running != nil { return .pending }
    if let error { return .rejected(error) }
    return value.map { .fulfilled($0) } ?? .idle
  }

  /// Returns the load with a number if it is running.
  package func load(_ number: Int) -> Load? { running?.number == number ? load : nil }

  // MARK: - Events

  /// Returns the number of a new load.
  package mutating func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Begins a load. Returns the load that it replaces.
  package mutating func begin(_ load: Load, _ number: Int) -> Load? {
    defer { running = (number, load) }
    return cancel()
  }

  /// Ends the load with a number and shows its outcome, if it is running.
  package mutating func settle(_ number: Int, _ outcome: Outcome) {
    if load(number) != nil { _ = show(outcome) }
  }

  /// Shows an outcome. Returns the running load, which ends.
  package mutating func show(_ outcome: Outcome) -> Load? {
    switch outcome {
    case .fulfilled(let value): (self.value, error) = (value, nil)
    case .rejected(let error): self.error = error
    case .canceled: break
    }
    return cancel()
  }

  /// Ends the running load without an outcome, and returns it.
  package mutating func cancel() -> Load? {
    defer { running = nil }
    return load
  }
}
