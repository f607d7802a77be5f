/// The state of a promise at a point in time, and where the promise was created.
struct Inspection<Value: Sendable>: Sendable {
  enum State: Sendable {
    case fulfilled(Value)
    case rejected(any Error)
    /// Still pending after waiting for a duration.
    case pending(Delay)
  }

  let state: State
  /// The creation site; `nil` for a thenable of another library.
  var creationSite: String?

  var value: Value? {
    if case .fulfilled(let value) = state { value } else { nil }
  }

  var error: (any Error)? {
    if case .rejected(let error) = state { error } else { nil }
  }

  var isPending: Bool {
    if case .pending = state { true } else { false }
  }

  /// Describes the state and the creation site for the message of a failed expectation.
  ///
  /// - Parameter comment: Precedes the description unless it is `nil` or empty.
  func message(_ comment: String?) -> String {
    var text =
      switch state {
      case .fulfilled(let value): "fulfilled with \(value)"
      case .rejected(let error) where error.isCancelled: "canceled: rejected with \(String(reflecting: error))"
      case .rejected(let error): "rejected with \(String(reflecting: error))"
      case .pending(let limit) where limit.isNone: "pending"
      case .pending(let limit): "still pending after \(limit.shortDescription)"
      }
    if let creationSite { text += "; created at \(creationSite)" }
    if isPending, let clock = TestInstrument.current?.clock, clock.timerCount > 0 { text += "; \(clock.state)" }
    if let comment, !comment.isEmpty { text = "\(comment): \(text)" }
    return text
  }
}

extension _TypedPromise {
  /// Inspects the promise now. An error that is found counts as observed.
  func inspect(afterWaiting limit: Delay) -> Inspection<Value> {
    let state: Inspection<Value>.State =
      switch outcome {
      case .success(let value)?: .fulfilled(value)
      case .failure(let error)?: .rejected(error)
      case nil where maySettle: .pending(limit)
      case nil: .rejected(PromiseError.abandoned(file: site.file, line: site.line))
      }
    if case .rejected = state { markObserved() }
    return Inspection(state: state, creationSite: creationSiteDescription)
  }
}

extension Thenable {
  /// Waits for the promise, in real time, and inspects it. The promise is not canceled when the limit has passed.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func inspect(
    within limit: Delay, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Inspection<Value> {
    let promise = _promise
    if promise.maySettle, !limit.isNone {
      let settled = Promise<Void>(site: promise.site, context: nil)
      let observer = ClosureObserver(consumer: settled) { _, _, trampoline in
        settled.settle(.success(()), in: trampoline)
        return nil
      }
      promise.attach(observer)
      settled.addTarget(.handler { promise.consumerDeparts(nil) })
      let timer = Alarm(at: limit.deadline, on: TestThreadPool.makeQueue()) { settled.cancel() }
      defer { timer.cancel() }
      _ = await settled.getResult(cancellation: .forward)
      if promise.maySettle { try Task.checkCancellation() }
    }
    var inspection = promise.inspect(afterWaiting: limit)
    if !(self is AnyPromise) { inspection.creationSite = nil }
    return inspection
  }
}
