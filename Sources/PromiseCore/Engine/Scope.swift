package import Dispatch
import Synchronization

/// The one seam between this library and its tests: a set of promises that belong together.
///
/// A promise takes up the scope of the code that makes it, or of the promise that it is derived from, and keeps it. Its
/// handlers run with that scope in their task-local, so what they make belongs to it too, on whichever queue they run.
///
/// A program that does not link `PromiseTesting` has no scopes, and pays one relaxed load per promise to know that.
@usableFromInline
package final class Scope: Sendable {
  /// The scope of the code that runs.
  @TaskLocal package static var current: Scope?

  /// Of every promise that belongs to no other scope.
  package static let processWide = Scope()

  /// Entered for each pending promise, each work item on its way, and whoever settles one; empty when all is quiet.
  package let group = DispatchGroup()
  /// Entered for each work item on its way, and whoever settles, unless there is a host, which counts them itself.
  package let jobs = DispatchGroup()
  /// How many have come, ever.
  package var jobsBegun: Int { begun.load(ordering: .relaxed) }
  private let begun = Atomic(0)
  /// Takes what would otherwise go to `PromiseDiagnostics.handler`.
  package let report: (@Sendable (PromiseDiagnostics.Event) -> Void)?
  /// The test that this is the scope of.
  package let host: (any ScopeHost)?

  package init(report: (@Sendable (PromiseDiagnostics.Event) -> Void)? = nil) {
    self.report = report
    host = nil
  }

  package init(host: any ScopeHost) {
    report = { host.report($0) }
    self.host = host
    if host.queue != nil { DefaultQueue.lookForScopes() }
  }

  // MARK: What is under way

  func made(_ promise: AnyPromiseEngine, isPending: Bool) {
    if isPending { group.enter() }
    host?.promiseMade(promise)
  }

  func settled() { group.leave() }

  func gone(_ promise: AnyPromiseEngine, isPending: Bool) {
    host?.promiseGone(ObjectIdentifier(promise))
    if isPending { group.leave() }
  }

  func jobComes() {
    group.enter()
    if let host { return host.jobComes() }
    jobs.enter()
    begun.add(1, ordering: .relaxed)
  }

  func jobGoes() {
    if let host { host.jobGoes() } else { jobs.leave() }
    group.leave()
  }

  /// Runs `body` as code of this scope.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let current = Self.current
    // Code without a scope belongs to the process-wide one anyway.
    if current === self || (current == nil && self === Self.processWide) { return try body() }
    return try Self.$current.withValue(self, operation: body)
  }

  /// Runs a job as code of this scope, and of its test.
  func runJob(_ job: () -> Void) {
    if let host, Self.current !== self {
      host.runAsTest { Self.$current.withValue(self, operation: job) }
    } else {
      run(job)
    }
  }

  // MARK: The main queue

  /// Work items on their way to the main queue, in order.
  private let mainJobs = Lock(Fifo<@Sendable () -> Void>())

  /// Sends a work item to its place, when its turn comes.
  func enqueue(at executor: Executor, _ job: @escaping @Sendable () -> Void) {
    guard let order = host?.order else { return send(to: executor, job) }
    // What is due on an actor gets there in a task, which has its turns like others.
    if case .actor = executor { return send(to: executor, job) }
    order.add(at: executor, job) { self.send(to: executor, $0) }
  }

  /// Sends a work item to its place.
  ///
  /// What is due on the main queue is listed here, and the main queue is sent a ticket for it: a test that waits *on*
  /// the main queue, which cannot get any further until that test is over, works the list off instead.
  package func send(to executor: Executor, _ job: @escaping @Sendable () -> Void) {
    if case .actor(let place) = executor, let host {
      let actor = place.actor
      // The task that takes the job to the actor has what is task-local here.
      return runJob {
        if host.taskExecutor(for: actor) == nil {
          executor.enqueue(job)
        } else {
          startTask(on: actor, priority: .medium) { _ in job() }
        }
      }
    }
    // By its label, since on Linux every `DispatchQueue.main` is another object.
    guard case .queue(let queue) = executor, queue.label == Executor.main.label else {
      return executor.enqueue(job)
    }
    mainJobs.withLock { $0.append(job) }
    queue.async { self.runMainJob() }
  }

  /// Runs the next work item for the main queue, which must be where this is called. Returns whether there was one.
  @discardableResult
  package func runMainJob() -> Bool {
    guard let job = mainJobs.withLock({ $0.popFirst() }) else { return false }
    job()
    return true
  }

  // MARK: On or off

  private enum Seam {
    static let unknown: UInt8 = 0
    static let off: UInt8 = 1
    static let on: UInt8 = 2
    static let state = Atomic<UInt8>(unknown)
  }

  /// The scope that a promise takes up when it is made here and derived from nothing.
  @usableFromInline
  package static func ofNewPromise() -> Scope? {
    Seam.state.load(ordering: .relaxed) == Seam.off ? nil : ofNewPromiseInTest()
  }

  private static func ofNewPromiseInTest() -> Scope? {
    if Seam.state.load(ordering: .relaxed) == Seam.unknown, !lookForTests() { return nil }
    return current ?? processWide
  }

  /// The scope of the test that the code belongs to that runs.
  package static var ofTest: Scope? {
    guard Seam.state.load(ordering: .relaxed) == Seam.on, let current, current.host != nil else { return nil }
    return current
  }

  /// The test that the code belongs to that runs.
  package static var hostOfCurrent: (any ScopeHost)? { ofTest?.host }

  /// Finds out, once, whether the program has `PromiseTesting` in it: by the name of a class of that module.
  private static func lookForTests() -> Bool {
    // `PromiseTesting.PromiseTestingMarker`, mangled.
    let isOn = _typeByName("14PromiseTesting0aB6MarkerC") != nil
    Seam.state.store(isOn ? Seam.on : Seam.off, ordering: .relaxed)
    return isOn
  }
}
