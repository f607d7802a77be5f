import Synchronization

/// An event that happens once, and that any number of tasks await.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  /// Creates a gate that is closed.
  public init() {}

  /// Opens the gate.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the gate is open, also if the task is canceled.
  public func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// What happened in a test, in order.
public final class Log: Sendable {
  private let state = Mutex<[String]>([])

  /// Creates an empty log.
  public init() {}

  /// The lines of the log.
  public var lines: [String] { state.withLock { $0 } }

  /// Adds a line.
  public func note(_ line: String) { state.withLock { $0.append(line) } }
}

/// Suspends the task until it is canceled.
public func waitForCancellation() async throws { try await TestClock().sleep(for: .seconds(1)) }
