import Dispatch
import Testing

/// Attributes the events of stray promises, which belong to no test, to the only run that can have caused them.
///
/// A promise is stray if it is created in a detached task, a thread or a block of a queue, because nothing there says
/// which test runs. A run owns the events of the stray promises that are created during the run, if it is *alone*:
///
/// - No other run is active at any time between its start and its end.
/// - When it starts, no stray promise is pending and none of their handlers is enqueued. Otherwise, earlier work could
///   create more of them.
/// - During the run, no code of a test without the trait creates a promise. That such a test runs is known only by this.
///
/// `PromiseDiagnostics.handler` receives the events in any case.
final class StrayEvents: StrayPromiseObserver {
  /// The run that is alone so far.
  private struct LoneRun: Sendable {
    let instrument: ObjectIdentifier
    /// The number of stray promises that were created before the run.
    let start: Int
    var events: [PromiseDiagnostics.Event] = []
  }

  private struct State: Sendable {
    /// The number of runs that are active.
    var runCount = 0
    var loneRun: LoneRun?
  }

  /// The events of the promises of this process that belong to no test.
  static let shared = StrayEvents(in: .processWide)

  /// What the issue says in addition to the event.
  static let explanation = """
    the promise was created in a detached task, a thread or a block of a queue, while this test was the only one that \
    used promises; if this test starts no such work, an earlier test left it behind
    """

  private let state = Lock(State())
  private let registry: PromiseRegistry
  /// Empty when no promise of the context is pending and none of their handlers is enqueued or running.
  private let group: DispatchGroup

  /// Starts observing the promises of a context without an instrument.
  init(in context: PromiseContext) {
    // Without a recorder, as in a test of this class, no run owns an event.
    registry = context.registry ?? PromiseRegistry(recordsAlways: false)
    group = context.group
    context.strayPromiseObserver.withLock { $0 = self }
  }

  // MARK: - Runs

  /// Records the start of a run, which its instrument identifies.
  func runStarted(_ instrument: TestInstrument) {
    changeLoneRun { state in
      state.runCount += 1
      guard state.runCount == 1, group.wait(timeout: .now()) == .success else { return nil }
      return LoneRun(instrument: ObjectIdentifier(instrument), start: registry.createdCount)
    }
  }

  /// Records the end of a run. Later events belong to no test.
  func runEnded() {
    changeLoneRun { state in
      state.runCount -= 1
      return nil
    }
  }

  /// Replaces the run that is alone.
  private func changeLoneRun(_ change: (inout State) -> LoneRun?) {
    // The old run is released outside of the lock, because its events contain errors of the user.
    _ = state.withLock { state in
      defer { state.loneRun = change(&state) }
      return state.loneRun
    }
  }

  // MARK: - Events

  /// Waits, for up to a fifth of a second, while a stray promise may still cause an event that the run owns.
  func waitForEvents(of instrument: TestInstrument) async {
    for _ in 0..<100 {  // equivalent constant: How often it looks.
      let start = state.withLock {
        $0.loneRun.flatMap { $0.instrument == ObjectIdentifier(instrument) ? $0.start : nil }
      }
      guard let start, registry.mayCauseEvents(from: start) else { return }
      await pause(milliseconds: 2)  // equivalent constant: How often it looks.
    }
  }

  /// Removes and returns the events that the run owns.
  func takeEvents(of instrument: TestInstrument) -> [PromiseDiagnostics.Event] {
    state.withLock { state in
      guard state.loneRun?.instrument == ObjectIdentifier(instrument) else { return [] }
      defer { state.loneRun?.events = [] }
      return state.loneRun?.events ?? []
    }
  }

  // MARK: - StrayPromiseObserver

  func promiseCreated() {
    // A test with the trait has a context, so a test that is known here has none.
    guard state.withLock({ $0.loneRun != nil }), Test.current != nil else { return }
    changeLoneRun { _ in nil }
  }

  func report(_ event: PromiseDiagnostics.Event, of promise: AnyPromise) {
    guard let index = registry.index(of: promise) else { return }
    state.withLock { state in
      guard let run = state.loneRun, index >= run.start else { return }
      state.loneRun?.events.append(event)
    }
  }
}
