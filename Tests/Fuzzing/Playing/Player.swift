import Foundation
import PromiseConcurrency
import Synchronization

/// Plays a program for real.
package final class Player: Sendable {
  let program: Program
  /// Its number, which tells it from others of this process.
  let number: Int
  let journal: Journal
  let places: Places
  private let slots: [Slot]
  /// The threads that do something, as often as they do.
  private let threads = Lock<[pthread_t]>([])

  /// What a statement has made.
  private final class Slot: Sendable {
    struct State: Sendable {
      var promise: Promise<Int>?
      var resolver: Resolver<Int>?
      var task: Task<Void, Never>?
      var isReleased = false
      let ghost = Ghost()
    }

    let state = Lock(State())
  }

  /// Sees whether a promise is alive.
  private final class Ghost: @unchecked Sendable {
    // Written once, before anybody reads it.
    weak var promise: Promise<Int>?
  }

  init(_ program: Program, number: Int, places: Places) {
    self.program = program
    self.number = number
    self.places = places
    journal = Journal(of: number, statements: program.statements.count)
    slots = program.statements.map { _ in Slot() }
  }

  func error(_ code: Int) -> FuzzError { FuzzError(program: number, code: code) }

  /// What tells program and statement in reports. As small as lines are: a promise keeps others elsewhere.
  func line(_ statement: Int) -> UInt { UInt((number % 60 + 1) * 1000 + statement) }

  func promise(_ statement: Int) -> Promise<Int>? { slots[statement].state.withLock { $0.promise } }

  /// Whether the caller is a thread that is in the middle of a statement, or of what a handler does.
  var isBusy: Bool {
    let caller = pthread_self()
    return threads.withLock { $0.contains { pthread_equal($0, caller) != 0 } }
  }

  // MARK: Playing

  func play(_ batch: Program.Batch, _ around: Surroundings.Inside) {
    guard batch.threads.count > 1 else { return play(batch.threads[0], around) }
    let ready = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: batch.threads.count) { thread in
      ready.add(1, ordering: .acquiringAndReleasing)
      // All at once, if there are threads enough.
      for _ in 0..<30 where ready.load(ordering: .acquiring) < batch.threads.count { sched_yield() }
      play(batch.threads[thread], around)
    }
  }

  private func play(_ statements: [Int], _ around: Surroundings.Inside) {
    busy { around { for statement in statements { play(statement) } } }
  }

  /// Does what no handler may be run inside of, except inline.
  func busy(_ body: () -> Void) {
    let caller = pthread_self()
    threads.withLock { $0.append(caller) }
    body()
    threads.withLock { threads in
      if let last = threads.lastIndex(where: { pthread_equal($0, caller) != 0 }) { threads.remove(at: last) }
    }
  }

  private func play(_ number: Int) {
    switch program.statements[number] {
    case .pending:
      _ = pending(number)
    case .watched(let handler):
      let caller = Caller(self, number, nil, handler)
      pending(number).onCancel { caller.ends() }
    case .value(let value): keep(.value(value), number)
    case .error(let code): keep(Promise(error: error(code)), number)
    case .apply(let name, let source, let place, let handler):
      let caller = Caller(self, number, name.runs(at: place), handler)
      let source = promise(source)!
      let made =
        switch place {
        case .written: name.applyWhereWritten(to: source, caller, nil)
        case .actor: places.onActor { name.applyWhereWritten(to: source, caller, $0) }
        default: name.apply(to: source, on: places.queue(place), caller)
        }
      caller.isHandler(of: made!)
      keep(made!, number)
    case .join(let join, let members):
      let caller = Caller(self, number, join == .whenRejected ? .written : nil, Handler())
      keep(join.apply(to: members.map { promise($0)! }, caller), number)
    case .work(let work, let place, let handler):
      let caller = Caller(self, number, work == .task ? nil : place, handler)
      let made = work.start(on: places.queue(place), caller)
      caller.isHandler(of: made)
      keep(made, number)
    case .wait(let source, let waiting): wait(for: promise(source)!, waiting, number)
    case .act(let act): perform(act) { promise($0) }
    case .release(let promise):
      let promise = slots[promise].state.withLock { slot in
        slot.isReleased = true
        return slot.promise.take()
      }
      withExtendedLifetime(promise) {}
    }
  }

  private func keep(_ promise: Promise<Int>, _ statement: Int) {
    slots[statement].state.withLock { slot in
      slot.ghost.promise = promise
      slot.promise = promise
    }
  }

  private func pending(_ statement: Int) -> Resolver<Int> {
    let (promise, resolver) = Promise<Int>.pending(line: line(statement))
    keep(promise, statement)
    slots[statement].state.withLock { $0.resolver = resolver }
    return resolver
  }

  private func wait(for promise: Promise<Int>, _ waiting: Waiting, _ statement: Int) {
    journal.born()
    let task = Task(executorPreference: places.tasks) { [journal] in
      journal.note(begun: statement)
      do {
        let value =
          switch waiting {
          case .leaves: try await promise.get()
          case .forwards: try await promise.get(onCancel: .forward)
          case .timesOut: try await promise.get(timeout: 0)
          }
        journal.note(task: statement, .value(value))
      } catch {
        journal.note(task: statement, .error(Fault(error)))
      }
      journal.died()
    }
    slots[statement].state.withLock { $0.task = task }
  }

  func perform(_ act: Act, _ promise: (Int) -> Promise<Int>?) {
    switch act {
    case .fulfill(let source, let value): resolver(source)?.fulfill(value)
    case .reject(let source, let code): resolver(source)?.reject(error(code))
    case .abandon(let source):
      let resolver = slots[source].state.withLock { $0.resolver.take() }
      withExtendedLifetime(resolver) {}
    case .cancel(let other): promise(other)?.cancel()
    case .cancelTask(let task): slots[task].state.withLock { $0.task }?.cancel()
    case .cancelOwn: break  // by the handler itself
    case .attach(let other): _ = promise(other)?.map(on: nil) { $0 }
    }
  }

  private func resolver(_ source: Int) -> Resolver<Int>? { slots[source].state.withLock { $0.resolver } }

  // MARK: Looking

  /// What can be seen of it, from outside.
  func look() -> Sight {
    let outcomes = slots.map { slot -> Outcome? in
      slot.state.withLock { $0.promise }?.outcome.map { Outcome($0) }
    }
    let (tasks, begun) = (journal.tasks, journal.begun)
    return Sight(
      outcomes: outcomes, tasks: slots.indices.map { tasks[$0] }, begun: slots.indices.map { begun.contains($0) },
      heard: journal.heard)
  }

  /// Lets go of everything.
  func letGo() {
    for slot in slots {
      let old = slot.state.withLock { slot in
        defer { (slot.promise, slot.resolver, slot.task) = (nil, nil, nil) }
        return (slot.promise, slot.resolver, slot.task)
      }
      withExtendedLifetime(old) {}
    }
  }

  /// The statements whose promises are alive.
  var alive: [Int] { slots.indices.filter { slots[$0].state.withLock { $0.ghost }.promise != nil } }
}

/// What can be seen of a program from outside.
struct Sight: Hashable, Sendable {
  /// Of the promises that the program holds.
  var outcomes: [Outcome?]
  var tasks: [Outcome?]
  /// Which tasks have come to wait.
  var begun: [Bool]
  var heard: [[Outcome]]

  /// Whether it may be seen before `other` is.
  func mayBecome(_ other: Sight) -> Bool {
    zip(outcomes + tasks, other.outcomes + other.tasks).allSatisfy { $0 == nil || $0 == $1 }
      && zip(begun, other.begun).allSatisfy { !$0 || $1 } && zip(heard, other.heard).allSatisfy { $1.starts(with: $0) }
  }
}

extension Operator {
  /// Where its handler should run.
  func runs(at place: Place) -> Place? {
    isAsync ? nil : place
  }
}
