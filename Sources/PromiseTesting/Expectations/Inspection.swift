/// The state of a promise at a point in time, and its creation site.
struct Inspection<Value: Sendable>: Sendable {
  /// The state of a promise. Unlike an outcome, it may be pending.
  enum State: Sendable {
    /// The promise was fulfilled.
    case fulfilled(Value)
    /// The promise was rejected, canceled or abandoned.
    case rejected(any Error)
    /// The promise was still pending after waiting for this long.
    case pending(TimerInterval)
  }

  /// The state of the promise.
  let state: State
  /// The creation site, and the test to which the promise belongs if that is another one, or `nil` for a thenable of
  /// another library.
  var creationSite: String?
  /// The promise, if it was pending.
  var promise: AnyPromise?

  /// The value, or `nil` if the promise was not fulfilled.
  var value: Value? {
    if case .fulfilled(let value) = state { value } else { nil }
  }

  /// The error, or `nil` if the promise was not rejected.
  var error: (any Error)? {
    if case .rejected(let error) = state { error } else { nil }
  }

  /// Whether the promise was pending.
  var isPending: Bool {
    if case .pending = state { true } else { false }
  }

  /// Returns the message of a failed expectation: the state of the promise, its creation site and the expected error.
  /// If the promise is pending, the message also says what to do, preceded by the state of the manual clock if timers
  /// are waiting.
  ///
  /// - Parameters:
  ///   - comment: Precedes the description unless it is `nil` or empty.
  ///   - expected: The error that was expected, if any.
  func message(_ comment: String?, expected: String? = nil) -> String {
    var text =
      switch state {
      case .fulfilled(let value): "fulfilled with \(value)"
      case .rejected(let error) where error.isCancelled: "canceled: rejected with \(String(reflecting: error))"
      case .rejected(let error): "rejected with \(String(reflecting: error))"
      case .pending(let limit) where limit.isNone: "pending"
      case .pending where TestInstrument.current?.isOver.isClaimed == true: "still pending when the test ended early"
      case .pending(let limit): "still pending after \(limit.shortDescription)"
      }
    if let creationSite { text += "; created at \(creationSite)" }
    if let reason = promise?.reasonForWait { text += "; \(reason)" }
    var action = "settle it or set a longer limit"
    if isPending, let clock = TestInstrument.current?.clock, clock.timerCount > 0 {
      text += "; \(clock.state())"
      action = "settle it or advance the clock"
    }
    if let expected { text += "; expected \(expected)" }
    if isPending { text += "; \(action)" }
    if let comment, !comment.isEmpty { text = "\(comment): \(text)" }
    return text
  }
}

extension TypedPromise {
  /// Returns the current state of the promise. An error that is found counts as handled.
  ///
  /// An abandoned guarantee never settles. Its state is a rejection with ``PromiseError/abandoned(file:line:)``.
  ///
  /// - Parameter limit: How long the caller has waited, for the message.
  func inspect(afterWaiting limit: TimerInterval) -> Inspection<Value> {
    let state: Inspection<Value>.State =
      switch outcome {
      case .success(let value)?: .fulfilled(value)
      case .failure(let error)?: .rejected(error)
      case nil where any.maySettle: .pending(limit)
      case nil: .rejected(PromiseError.abandoned(file: site.file, line: site.line))
      }
    if case .rejected = state { markObserved() }
    let owner = context?.testInstrument
    let isForeign = owner != nil && TestInstrument.current != nil && owner !== TestInstrument.current
    let ownership =
      isForeign ? " by test \(owner?.reporter?.testName ?? "(unknown)"), which cancels its promises when it ends" : ""
    var inspection = Inspection(state: state, creationSite: any.creationSiteDescription + ownership)
    if inspection.isPending { inspection.promise = any }
    return inspection
  }
}

extension AnyPromise {
  /// Why the promise is pending, or `nil` if it is not or that is not known.
  fileprivate var reasonForWait: String? {
    context.flatMap { PendingSnapshot(in: $0).reason(whyPending: self, in: $0) }
  }
}

extension Thenable {
  /// Waits until the promise is settled or the limit has passed, in real time, and returns the state of the promise.
  ///
  /// The promise is not canceled when the limit passes.
  ///
  /// - Parameter limit: How long to wait. With zero or a negative value, the function does not wait.
  /// - Throws: `CancellationError` if the task is canceled while the promise is pending, or if the test is over.
  func inspect(
    within limit: TimerInterval, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Inspection<Value> {
    let promise = asTyped.any
    if promise.maySettle, !limit.isNone {
      PromiseContext.waitBegins(for: promise)
      let settled = Promise<Void>(site: promise.site, context: nil)
      let observer = ClosureObserver(consumer: settled.any) { _, _, trampoline in
        settled.settle(.success(()), in: trampoline)
        return nil
      }
      promise.attach(.object(observer))
      settled.addTarget(.handler { promise.consumerDeparts(nil) })
      let timer = Alarm(at: limit.deadline, on: TestThreadPool.makeQueue()) { settled.cancel() }
      defer { timer.cancel() }
      _ = await settled.getResult(cancellation: .forward)
      if promise.maySettle { try Task.checkCancellation() }
    }
    // The promise may have been canceled because the test is over, even before this call.
    if TestInstrument.current?.isOver.isClaimed == true { throw CancellationError() }
    var inspection = TypedPromise<Value, any Error>(promise).inspect(afterWaiting: limit)
    if asAny == nil { inspection.creationSite = nil }
    return inspection
  }
}
