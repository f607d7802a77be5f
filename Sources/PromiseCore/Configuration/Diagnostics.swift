import CPromiseCore

/// What the library has to say about promises that went wrong unnoticed, and where it says it.
///
/// ```swift
/// PromiseDiagnostics.handler = { event in logger.warning("\(event)") }
/// ```
///
/// From PromiseKit (`conf.logHandler` and `LogEvent`).
public enum PromiseDiagnostics {
  /// Something that went wrong and that no handler has seen.
  public enum Event: Sendable, CustomStringConvertible {
    /// A promise was rejected and released, and nobody had asked for its outcome. Cancellation is not reported.
    case unhandledRejection(any Error, file: String, line: Int)
    /// The last resolver of a pending promise was released. The promise is rejected with
    /// ``PromiseError/abandoned(file:line:)``.
    case abandonedPromise(file: String, line: Int)
    /// The last resolver of a pending guarantee was released: its handlers will never run.
    case abandonedGuarantee(file: String, line: Int)
    /// A chain was ended with `cauterize`, and this error reached it.
    case cauterized(any Error, file: String, line: Int)
    /// The main thread waits for a promise, and nothing else gets done on it meanwhile. The place of the call.
    case waitOnMainThread(file: String, line: Int)

    /// One line: the place in the source where the promise was made, and what happened.
    public var description: String {
      switch self {
      case .unhandledRejection(let error, let file, let line):
        "\(file):\(line): unhandled rejection: \(error)"
      case .abandonedPromise(let file, let line):
        "\(file):\(line): abandoned promise: its resolver was released without being called"
      case .abandonedGuarantee(let file, let line):
        "\(file):\(line): abandoned guarantee: its resolver was released without being called; its handlers never run"
      case .cauterized(let error, let file, let line):
        "\(file):\(line): cauterized: \(error)"
      case .waitOnMainThread(let file, let line):
        "\(file):\(line): wait() blocks the main thread; chain a handler, or await the promise"
      }
    }
  }

  /// In a structure, because a mere closure is wrapped once more each time that a lock lends it to somebody, who then
  /// puts it back so: after some thousand reports it would need a stack of its own.
  private struct Hook: Sendable {
    let call: @Sendable (Event) -> Void
  }

  private static let storage = Lock(Hook(call: standard))

  /// Called with each event, on the thread where it happened. It may be replaced at any time, from any thread.
  ///
  /// Unless replaced it writes to standard error in debug builds of this library, and does nothing in release builds.
  public static var handler: @Sendable (Event) -> Void {
    get { storage.withLock { $0 }.call }
    set {
      // The old one is released here, outside the lock: who knows what it holds.
      _ = storage.withLock { hook in
        defer { hook = Hook(call: newValue) }
        return hook
      }
    }
  }

  private static let standard: @Sendable (Event) -> Void = { event in
    #if DEBUG
      var line = "\(event)\n"
      line.withUTF8 { promise_core_write_error($0.baseAddress, $0.count) }
    #endif
  }

  static func report(_ event: Event, in context: PromiseContext?) {
    (context?.report ?? handler)(event)
  }
}
