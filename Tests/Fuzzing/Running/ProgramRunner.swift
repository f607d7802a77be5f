import Foundation
import PromiseConcurrency

/// Runs a program against the library.
package final class ProgramRunner: Sendable {
  let program: Program
  /// Distinguishes the program from others in this process.
  let number: Int
  let log: EventLog
  let executors: Executors
  let slots: [Slot]
  private let queues = Dictionary(
    uniqueKeysWithValues: QueueKind.allCases.map {
      ($0, PromiseQueue(maxConcurrent: $0.width, maxWaiting: $0.maxWaiting ?? .max))
    })
  /// The threads that are executing statements or handlers, once for each nested execution.
  private let executing = Lock<[ObjectIdentifier]>([])
  let interest: Lock<Interest>

  /// The value that a statement has created.
  final class Slot: Sendable {
    struct State: Sendable {
      var value: Vertex?
      var isCreated = false
      var resolve: (@Sendable (Result<Int, any Error>) -> Void)?
      var report: (@Sendable (Int) -> Void)?
      var timer: ManualTimer?
      var task: Task<Void, Never>?
      let weak = WeakReference()
    }

    let state = Lock(State())
  }

  /// Tracks whether a value is alive.
  final class WeakReference: @unchecked Sendable {
    // The property is written once, before it is read.
    weak var object: AnyObject?
  }

  init(_ program: Program, number: Int, executors: Executors) {
    self.program = program
    self.number = number
    self.executors = executors
    log = EventLog(of: number, statements: program.statements.count)
    slots = program.statements.map { _ in Slot() }
    interest = Lock(Interest(program))
  }

  func error(_ code: Int) -> FuzzError { FuzzError(program: number, code: code) }

  /// Returns a line that identifies the program and the statement in reports. It is small, because a promise stores
  /// large lines separately.
  func line(_ statement: Int) -> UInt { UInt((number % 60 + 1) * 1000 + statement) }

  func queue(_ kind: QueueKind) -> PromiseQueue { queues[kind]! }

  func value(_ statement: Int) -> Vertex? { slots[statement].state.withLock { $0.value } }

  /// Whether the calling thread is executing a statement or the actions of a handler.
  var isExecuting: Bool {
    let caller = ObjectIdentifier(Thread.current)
    return executing.withLock { $0.contains(caller) }
  }

  // MARK: - Running

  func run(_ batch: Program.Batch, _ context: Environment.Context) {
    interest.withLock { $0.add(batch) }
    guard batch.threads.count > 1 else { return run(batch.threads[0], context) }
    let ready = Counter()
    DispatchQueue.concurrentPerform(iterations: batch.threads.count) { thread in
      ready.next()
      // All threads start at the same time, if enough of them are available.
      for _ in 0..<30 where ready.value < batch.threads.count { sched_yield() }
      run(batch.threads[thread], context)
    }
  }

  private func run(_ statements: [Int], _ context: Environment.Context) {
    for number in statements {
      executors.isolated(to: program.statements[number].executor ?? .inline) { actor in
        self.whileExecuting(number) {
          context(defaultQueue: self.program.isScoped(number) ? self.executors.scopedQueue : nil) {
            self.run(number, actor)
          }
        }
      }
    }
  }

  /// Runs a statement, or the actions of its handler. No handler may be nested, except for inline handlers.
  func whileExecuting(_ statement: Int, _ body: () -> Void) {
    let caller = ObjectIdentifier(Thread.current)
    executing.withLock { $0.append(caller) }
    TaskLocals.$statement.withValue(statement, operation: body)
    executing.withLock { threads in
      if let last = threads.lastIndex(of: caller) { threads.remove(at: last) }
    }
  }

  /// Runs a statement, which is isolated to the actor of its executor.
  private func run(_ number: Int, _ actor: isolated (any Actor)?) {
    switch program.statements[number] {
    case .pending: _ = pending(number)
    case .watched(let handler):
      let runner = HandlerRunner(self, number, nil, handler)
      pending(number).onCancel { runner.cleanUp() }
    case .pendingGuarantee: pendingGuarantee(number)
    case .timer: timer(number)
    case .foreign: foreign(number)
    case .value(let value): keep(.promise(.value(value)), number)
    case .error(let code): keep(.promise(Promise(error: error(code))), number)
    case .apply(let name, let source, let executor, let handler):
      let source = value(source)!
      attach(handler, at: name.isAsync ? executor.ofTasks : executor, number) { runner in
        executor.isImplicit
          ? name.applyImplicitly(to: source, runner, actor)
          : name.apply(to: source, on: executors.queue(executor), runner)
      }
    case .combine(let combinator, let members):
      let runner = HandlerRunner(self, number, combinator == .whenRejected ? .default : nil, Handler())
      keep(combinator.apply(to: members.map { value($0)! }, runner), number)
    case .work(let work, let executor, let handler):
      attach(handler, at: work.isTask ? executor.ofTasks : executor, number) { runner in
        .promise(
          executor.isImplicit
            ? work.startImplicitly(runner, actor) : work.start(on: executors.queue(executor), runner))
      }
    case .wait(let source, let mode): wait(for: value(source)!, mode, number)
    case .iterate(let sources, let order, let stopsAfterFirst):
      iterate(over: sources.map { value($0)! }, order, stopsAfterFirst: stopsAfterFirst, number)
    case .pipe(let source, let handler):
      let runner = HandlerRunner(self, number, nil, handler)
      value(source)!.pipe { runner.observe($0) }
    case .followProgress(let source, let executor):
      let value = value(source)!
      log.record(progress: number, value.progress)
      value.onProgress(on: executors.queue(executor)) { [log] in log.record(progress: number, $0) }
    case .setWeight(let source, let weight): value(source)!.setWeight(weight)
    case .act(let action): perform(action) { value($0) }
    case .release(let value):
      let value = slots[value].state.withLock { $0.value.take() }
      withExtendedLifetime(value) {}
    }
  }

  /// Attaches the handler of a statement, and keeps the result of the call.
  ///
  /// This function also releases its own reference to the handler, which is on the actor, if there is one.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - executor: The executor of the handler, or `nil` for none.
  ///   - number: The statement.
  ///   - call: The call that attaches the handler.
  private func attach(_ handler: Handler, at executor: ExecutorKind?, _ number: Int, _ call: (HandlerRunner) -> Vertex)
  {
    let runner = HandlerRunner(self, number, executor, handler)
    let result = call(runner)
    runner.settles(result)
    keep(result, number)
  }

  private func keep(_ value: Vertex, _ statement: Int) {
    slots[statement].state.withLock { slot in
      slot.weak.object = value.object
      slot.value = value
      slot.isCreated = true
    }
  }

  // MARK: - Sources

  private func pending(_ statement: Int) -> Resolver<Int> {
    let (promise, resolver) = Promise<Int>.pending(line: line(statement))
    keep(.promise(promise), statement)
    slots[statement].state.withLock { slot in
      slot.resolve = { resolver.resolve($0) }
      slot.report = { resolver.progress.report($0, of: 10) }
    }
    return resolver
  }

  private func pendingGuarantee(_ statement: Int) {
    let (guarantee, resolve) = Guarantee<Int>.pending(line: line(statement))
    keep(.guarantee(guarantee), statement)
    slots[statement].state.withLock { $0.resolve = { if case .success(let value) = $0 { resolve(value) } } }
  }

  private func timer(_ statement: Int) {
    let timer = ManualTimer()
    keep(.tick(after(.seconds(1), clock: timer, line: line(statement))), statement)
    slots[statement].state.withLock { $0.timer = timer }
  }

  private func foreign(_ statement: Int) {
    let thenable = ForeignThenable()
    keep(.foreign(thenable), statement)
    // The callbacks are released with the owner.
    let owner = ForeignOwner(thenable)
    slots[statement].state.withLock { $0.resolve = { owner.thenable.settle($0) } }
  }

  /// Abandons a foreign thenable when it is released.
  private final class ForeignOwner: Sendable {
    let thenable: ForeignThenable
    init(_ thenable: ForeignThenable) { self.thenable = thenable }
    deinit { thenable.abandon() }
  }

  // MARK: - Waiting

  private func wait(for value: Vertex, _ mode: WaitMode, _ statement: Int) {
    startTask(statement) { try await value.wait(mode) }
  }

  private func iterate(
    over values: [Vertex], _ order: IterationOrder, stopsAfterFirst: Bool, _ statement: Int
  ) {
    let values = Iterated(values)
    startTask(statement) { [log] in
      try await values.iterate(order, stopsAfterFirst: stopsAfterFirst) { log.record(call: statement, .value($0)) }
      return 0
    }
  }

  /// Starts the task of a statement, and records what it returns or throws.
  private func startTask(_ statement: Int, _ body: @escaping @Sendable () async throws -> Int) {
    log.retain(statement)
    let task = Task(executorPreference: executors.tasks) { [log] in
      log.record(started: statement)
      do {
        log.record(task: statement, .value(try await body()))
      } catch {
        log.record(task: statement, .error(ErrorKind(error)))
      }
      log.release(statement)
    }
    slots[statement].state.withLock { $0.task = task }
  }

  // MARK: - Actions

  func perform(_ action: Action, _ value: (Int) -> Vertex?) {
    switch action {
    case .fulfill(let source, let value): resolver(source)?(.success(value))
    case .reject(let source, let code): resolver(source)?(.failure(error(code)))
    case .abandon(let source):
      let resolver = slots[source].state.withLock { ($0.resolve.take(), $0.report.take()) }
      withExtendedLifetime(resolver) {}
    case .report(let source, let tenths): slots[source].state.withLock { $0.report }?(tenths)
    case .fire(let timer): slots[timer].state.withLock { $0.timer }?.fire()
    case .cancel(let other): value(other)?.cancel()
    case .cancelTask(let task): slots[task].state.withLock { $0.task }?.cancel()
    case .cancelOwn: break  // The handler performs this action itself.
    case .attach(let other): value(other)?.attach()
    case .cancelAll(let kind): queue(kind).cancelAll()
    }
  }

  private func resolver(_ source: Int) -> (@Sendable (Result<Int, any Error>) -> Void)? {
    slots[source].state.withLock { $0.resolve }
  }
}

extension ExecutorKind {
  /// The executor of a task that is started instead of a handler: the actor, if there is one.
  fileprivate var ofTasks: ExecutorKind? { isActor ? self : nil }
}
