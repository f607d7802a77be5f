import Dispatch
import Foundation
import Synchronization

/// Runs the jobs of a test one at a time, each in its place, in an order that a seed determines.
///
/// Idle, or a job has the turn. A job that comes is put in line; one that ends gives the turn to the next. The body of
/// the test, and the tasks of its promises, are such jobs from one suspension to the next.
final class Schedule: JobOrder {
  typealias Job = @Sendable () -> Void

  /// A job that has the turn, until it has ended.
  private final class Turn: Sendable {
    let hasBegun = Atomic(false)
    /// Its place is a thread of its own, for which it may have to wait, but not for another job.
    let isOnThreadOfItsOwn: Bool

    init(isOnThreadOfItsOwn: Bool) { self.isOnThreadOfItsOwn = isOnThreadOfItsOwn }
  }

  private struct Waiting: Sendable {
    let job: Job
    let isOnThreadOfItsOwn: Bool
    let send: @Sendable (@escaping Job) -> Void
  }

  private struct State: Sendable {
    var lines: Lines<Waiting>
    var turn: Turn?
    /// Jobs that have blocked their thread, and want the turn back to go on.
    var returning: [@Sendable () -> Void] = []
    /// Code on the main queue takes part, although it is nobody's job: the next turn begins there, after it.
    var usesMain = false
    /// How many wait there for jobs, one within the other.
    var blocksOfMain = 0
    var hasWatchdog = false
  }

  /// How long a job may run before it loses its turn, since it may be waiting for another one: so many looks at it, one
  /// every tenth of a second. Looks, because on a machine that has no time for the job they come late, too.
  private static let patience = 20
  /// How long it may wait for its place. Others, not of this test, may be at work there.
  private static let patienceBefore = 300

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "PromiseTesting.Schedule")

  init(seed: Int) { state = Lock(State(lines: Lines(seed: seed))) }

  func add(at executor: Executor, _ job: @escaping Job, send: @escaping @Sendable (@escaping Job) -> Void) {
    add(to: Self.line(for: executor), isOnThreadOfItsOwn: false, job, send: send)
  }

  /// A job is due, in a line.
  ///
  /// - Parameters:
  ///   - line: Whom it comes after.
  ///   - isOnThreadOfItsOwn: Whether nobody else is at work in its place.
  ///   - job: To be run once.
  ///   - send: Sends a job to its place.
  func add(
    to line: Line, isOnThreadOfItsOwn: Bool, _ job: @escaping Job,
    send: @escaping @Sendable (@escaping Job) -> Void
  ) {
    let isOnMain = MainQueue.isCurrent
    let isIdle = state.withLock { state in
      state.lines.add(Waiting(job: job, isOnThreadOfItsOwn: isOnThreadOfItsOwn, send: send), to: line)
      if isOnMain, state.turn == nil { state.usesMain = true }
      return state.turn == nil
    }
    if isIdle { callNext() }
  }

  private static func line(for executor: Executor) -> Line {
    switch executor {
    case .inline: .own
    case .actor(let place): .place(ObjectIdentifier(place.actor))
    case .queue(let queue): line(for: queue)
    case .flagged(let place): line(for: place.queue)
    }
  }

  private static func line(for queue: DispatchQueue) -> Line {
    if queue.label == Executor.main.label {
      .main
    } else if queue.label.hasPrefix("com.apple.root.") {
      // The global queues. Of others nobody can say whether they are concurrent.
      .own
    } else {
      .place(ObjectIdentifier(queue))
    }
  }

  // MARK: Turns

  /// Has the next job begin, after the code that runs now.
  private func callNext() {
    let throughMain = state.withLock { $0.usesMain && $0.blocksOfMain == 0 }
    (throughMain ? DispatchQueue.main : queue).async { self.beginNext() }
  }

  private func beginNext() {
    let (next, turn) = state.withLock { state -> (Waiting?, Turn?) in
      guard state.turn == nil, let next = state.lines.next() else { return (nil, nil) }
      state.turn = Turn(isOnThreadOfItsOwn: next.isOnThreadOfItsOwn)
      return (next, state.turn)
    }
    guard let next, let turn else { return }
    watch()
    next.send {
      turn.hasBegun.store(true, ordering: .relaxed)
      let outer = Self.turnOfThread
      Self.turnOfThread = turn
      next.job()
      Self.turnOfThread = outer
      self.end(turn)
    }
  }

  private func end(_ turn: Turn) {
    let (isNext, back) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.turn === turn else { return (false, nil) }
      state.turn = nil
      if !state.returning.isEmpty {
        state.turn = Turn(isOnThreadOfItsOwn: true)
        return (false, state.returning.removeFirst())
      }
      return (!state.lines.isEmpty, nil)
    }
    back?()
    if isNext { callNext() }
  }

  // MARK: Jobs that block

  /// Runs `body`, which blocks this thread until other jobs have run. A job that has the turn gives it up, and takes it
  /// again afterwards.
  func blocking<Result>(_ body: () -> Result) -> Result {
    let isOnMain = MainQueue.isCurrent
    let turn = Self.turnOfThread
    let isJob = state.withLock { state in
      if isOnMain { state.blocksOfMain += 1 }
      return turn != nil && state.turn === turn
    }
    defer { if isOnMain { state.withLock { $0.blocksOfMain -= 1 } } }
    guard isJob, let turn else {
      callNext()
      return body()
    }
    end(turn)
    let result = body()
    let semaphore = DispatchSemaphore(value: 0)
    let isFree = state.withLock { state in
      guard state.turn != nil else {
        state.turn = turn
        return true
      }
      state.returning.append { semaphore.signal() }
      return false
    }
    if !isFree {
      semaphore.wait()
      state.withLock { $0.turn = turn }
    }
    return result
  }

  /// The turn of the job that runs on this thread.
  private static var turnOfThread: Turn? {
    get { Thread.current.threadDictionary["PromiseTesting.Turn"] as? Turn }
    set { Thread.current.threadDictionary["PromiseTesting.Turn"] = newValue }
  }

  /// Takes the turn from a job that does not end. It goes on, and so does everybody else.
  private func watch() {
    let isFirst = state.withLock { state in
      defer { state.hasWatchdog = true }
      return !state.hasWatchdog
    }
    if isFirst { look(after: state.withLock { $0.turn }, hadBegun: false, times: 0) }
  }

  private func look(after turn: Turn?, hadBegun: Bool, times: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      guard let self else { return }
      let current = state.withLock { state in
        if state.turn == nil { state.hasWatchdog = false }
        return state.turn
      }
      guard let current else { return }
      let hasBegun = current.hasBegun.load(ordering: .relaxed)
      let isTheSame = current === turn && hasBegun == hadBegun && (hasBegun || !current.isOnThreadOfItsOwn)
      guard isTheSame, times >= (hasBegun ? Self.patience : Self.patienceBefore) else {
        return look(after: current, hadBegun: hasBegun, times: isTheSame ? times + 1 : 0)
      }
      state.withLock { $0.hasWatchdog = false }
      end(current)
      if state.withLock({ $0.turn != nil }) { watch() }
    }
  }
}
