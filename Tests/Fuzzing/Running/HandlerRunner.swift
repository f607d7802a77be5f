import Foundation
import PromiseConcurrency

/// Runs the handler of one statement against the library.
final class HandlerRunner: Sendable {
  private let runner: ProgramRunner
  private let statement: Int
  private let executor: ExecutorKind?
  private let handler: Handler
  private let visibleTaskLocals: VisibleTaskLocals
  /// The values that the handler refers to, held as a closure holds its captures.
  private let values: [Int: Vertex]
  /// The value that this handler settles.
  private let own = Lock(Own())

  private struct Own: Sendable {
    weak var promise: Promise<Int>?
    weak var guarantee: Guarantee<Int>?
    weak var tick: Guarantee<Void>?
    var isCreated = false
  }

  /// Creates the runner of a handler.
  ///
  /// - Parameters:
  ///   - runner: The runner of the program.
  ///   - statement: The statement that has the handler.
  ///   - executor: The executor on which the handler must run, or `nil` for any. An actor must also release it.
  ///   - handler: The handler.
  init(_ runner: ProgramRunner, _ statement: Int, _ executor: ExecutorKind?, _ handler: Handler) {
    self.runner = runner
    self.statement = statement
    self.executor = executor
    self.handler = handler
    visibleTaskLocals = VisibleTaskLocals(inHandlerOf: runner.program.statements[statement])
    var values: [Int: Vertex] = [:]
    for action in handler.actions where action.needsValue { values[action.object!] = runner.value(action.object!) }
    if let other = handler.returned { values[other] = runner.value(other) }
    self.values = values
    runner.log.retain(statement)
  }

  deinit {
    if let executor, executor.isActor, Executors.current != executor {
      let place = Executors.current.map { "\($0)" } ?? "another thread"
      runner.log.record(violation: "the captures of the handler of p\(statement) were released on \(place)")
    }
    runner.log.release(statement)
  }

  /// The error of `catch(only:)`.
  var firstError: FuzzError { runner.error(1) }

  /// Returns whether the handler has been called at least twice, without a reference to the handler.
  var isCalledTwice: @Sendable (Int) -> Bool { { [log = runner.log, statement] _ in log.calls[statement].count >= 2 } }

  /// Identifies the program and the statement in reports.
  var line: UInt { runner.line(statement) }

  func queue(_ kind: QueueKind) -> PromiseQueue { runner.queue(kind) }

  /// The type of the handler's result.
  var returnedType: ValueType? { handler.returned.map { runner.program.type(of: $0) } }

  func settles(_ value: Vertex) {
    own.withLock { own in
      if case .promise(let promise) = value { own.promise = promise }
      own.guarantee = value.asGuarantee
      own.tick = value.asTick
      own.isCreated = true
    }
  }

  private func enter(_ input: Outcome) {
    runner.log.record(call: statement, input)
    checkContext()
    runner.whileExecuting(statement) {
      for action in handler.actions {
        if action == .cancelOwn { cancelItself() } else { runner.perform(action) { self.values[$0] } }
      }
    }
  }

  /// Checks the executor, the task-local values and the default queue of the handler.
  private func checkContext() {
    let value = TaskLocals.statement
    if !visibleTaskLocals.contains(value, inHandlerOf: statement) {
      runner.log.record(violation: "the handler of p\(statement) saw the task-local value of statement \(value!)")
    }
    let executors = runner.executors
    let queue = DispatchQueue.promises
    if queue !== (runner.program.isScoped(statement) ? executors.scopedQueue : executors.defaultQueue) {
      runner.log.record(violation: "the handler of p\(statement) saw the default queue \(queue.label)")
    }
    guard let executor, executor != .inline else { return }
    if Executors.current != executor {
      runner.log.record(violation: "the handler of p\(statement) ran on \(Executors.current as Any)")
    }
    if runner.isExecuting {
      runner.log.record(violation: "the handler of p\(statement) ran inside a statement or another handler")
    }
  }

  private func end() throws -> Int {
    switch handler.result {
    case .value(let value): value
    case .error(let code): throw runner.error(code)
    case .promise, .derived, .itself: 0
    }
  }

  // MARK: - Kinds of handlers

  func value(_ input: Int) throws -> Int {
    enter(.value(input))
    return try input &+ end()
  }

  func valueForSure(_ input: Int) -> Int {
    enter(.value(input))
    return input &+ ((try? end()) ?? 0)
  }

  func predicate(_ input: Int) throws -> Bool {
    enter(.value(input))
    return try end() >= 0
  }

  func optional(_ input: Int) throws -> Int? {
    enter(.value(input))
    let more = try end()
    return more < 0 ? nil : input &+ more
  }

  func observe(_ input: Int) throws {
    enter(.value(input))
    _ = try end()
  }

  func observeForSure(_ input: Int) { enter(.value(input)) }

  func observe(_ result: Result<Int, any Error>) { enter(Outcome(result)) }

  func observe(_ error: any Error) { enter(.error(ErrorKind(error))) }

  func observe(_ outcome: Outcome) { enter(outcome) }

  /// Decides to retry, on the executor of the handler.
  func wantsRetry() -> Bool {
    checkContext()
    return true
  }

  /// Calls the handler without the outcome.
  func cleanUp() { enter(.value(0)) }

  func cleanUpLater() -> Guarantee<Void> {
    enter(.value(0))
    if let other = handler.returned, case .tick(let guarantee) = values[other]! { return guarantee }
    return after(seconds: 0)
  }

  func promise(_ input: Int) throws -> Promise<Int> {
    enter(.value(input))
    return try returnedPromise(for: input)
  }

  func recoveringPromise(_ error: any Error) throws -> Promise<Int> {
    enter(.error(ErrorKind(error)))
    return try returnedPromise(for: 0)
  }

  func guarantee(_ input: Int) -> Guarantee<Int> {
    enter(.value(input))
    return returnedGuarantee(for: input)
  }

  func recoveringGuarantee(_ error: any Error) -> Guarantee<Int> {
    enter(.error(ErrorKind(error)))
    return returnedGuarantee(for: 0)
  }

  func tick(_ input: Int) -> Guarantee<Void> {
    enter(.value(input))
    guard let other = handler.returned, case .tick(let guarantee) = values[other]! else { fatalError("not a tick") }
    return guarantee
  }

  func foreign(_ input: Outcome) -> ForeignThenable {
    enter(input)
    guard let other = handler.returned, case .foreign(let thenable) = values[other]! else {
      fatalError("Not a foreign thenable.")
    }
    return thenable
  }

  private func returnedGuarantee(for input: Int) -> Guarantee<Int> {
    if let other = handler.returned, case .guarantee(let guarantee) = values[other]! { return guarantee }
    return .value(input &+ ((try? end()) ?? 0))
  }

  private func returnedPromise(for input: Int) throws -> Promise<Int> {
    switch handler.result {
    case .promise(let other): values[other]!.promise
    case .derived(let other): values[other]!.promise.map(on: nil) { $0 }
    case .itself: itself!
    case .value, .error: .value(try input &+ end())
    }
  }

  /// The promise that this handler settles, or `nil` if it was released.
  private var itself: Promise<Int>? {
    awaitItself()
    return own.withLock { $0.promise }
  }

  private func cancelItself() {
    awaitItself()
    let (promise, guarantee, tick) = own.withLock { ($0.promise, $0.guarantee, $0.tick) }
    promise?.cancel()
    guarantee?.cancel()
    tick?.cancel()
  }

  /// Waits while the promise is being created.
  private func awaitItself() { while !own.withLock({ $0.isCreated }) { sched_yield() } }

  // MARK: - Async

  func valueLater(_ input: Int, isolation: isolated (any Actor)? = #isolation) async throws -> Int {
    try await enter(.value(input), isolation) {
      if case .promise(let other) = handler.result { return try await values[other]!.promise.get() }
      return try await input &+ endLater()
    }
  }

  func predicateLater(_ input: Int, isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
    try await enter(.value(input), isolation) { try await endLater() >= 0 }
  }

  func recoverLater(_ error: any Error, isolation: isolated (any Actor)? = #isolation) async throws -> Int {
    try await enter(.error(ErrorKind(error)), isolation) { try await endLater() }
  }

  /// Runs the handler in the current task, which does not leave the actor of its isolation.
  private func enter<Result>(
    _ input: Outcome, _ isolation: isolated (any Actor)?, _ end: () async throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(runner.executors.tasks) {
      _ = isolation  // captured so that the closure is isolated to it
      enter(input)
      return try await end()
    }
  }

  private func endLater() async throws -> Int {
    await Task.yield()
    return try end()
  }
}

extension Action {
  /// Whether the action is performed on a value, and not on a resolver, a timer or a task.
  fileprivate var needsValue: Bool {
    switch self {
    case .cancel, .attach: true
    case .fulfill, .reject, .report, .abandon, .fire, .cancelTask, .cancelOwn, .cancelAll: false
    }
  }
}
