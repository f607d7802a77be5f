import Synchronization

/// A clock that a test advances. `TestClock` of swift-clocks does more, and runs on older systems.
/// Wait with `sleeper(for:)` until the code under test sleeps, and then advance the clock.
public final class TestClock: Clock, Sendable {
  /// A point in time: the duration since the clock was created.
  public struct Instant: InstantProtocol {
    var offset = Duration.zero
    /// Returns a later instant.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether an instant is before another one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var observers: [(deadline: Instant, resume: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Creates a clock.
  public init() {}

  /// The current time.
  public var now: Instant { state.withLock(\.now) }
  /// The resolution: any duration is exact.
  public var minimumResolution: Duration { .zero }

  /// Suspends the task until the clock has been advanced to the deadline, or the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wake in
        let observers: [CheckedContinuation<Void, Never>]? = state.withLock { state in
          // `onCancel` takes the lock, so it finds the continuation if the task is canceled after this line.
          guard deadline > state.now, !Task.isCancelled else { return nil }
          state.sleepers[id] = (deadline, wake)
          defer { state.observers.removeAll { $0.deadline == deadline } }
          return state.observers.filter { $0.deadline == deadline }.map(\.resume)
        }
        for observer in observers ?? [] { observer.resume() }
        if observers == nil { wake.resume(with: Result { try Task.checkCancellation() }) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id)?.wake }?.resume(throwing: CancellationError())
    }
  }

  /// Waits until a task sleeps that will wake when the clock is advanced by `duration`.
  public func sleeper(for duration: Duration) async {
    await withCheckedContinuation { resume in
      let isAsleep = state.withLock { state in
        let deadline = state.now.advanced(by: duration)
        if state.sleepers.values.contains(where: { $0.deadline == deadline }) { return true }
        state.observers.append((deadline, resume))
        return false
      }
      if isAsleep { resume.resume() }
    }
  }

  /// Moves the time, and wakes the tasks whose deadlines have been reached.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { [now = state.now] in $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.wake.resume() }
  }
}
