import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

/// Records what handlers see of the code that attached them, and of the code that settled their promise.
///
/// The code that attaches them, the writer, has a default queue and a task-local value of its own. So has the settler.
final class ContextProbe: Sendable {
  /// A task-local value, which names the code that has set it.
  @TaskLocal static var local: String?

  /// A registered task-local value, which names the code that has set it.
  @TaskLocal static var registered: String?

  private static let registration: Void = PromiseTaskLocals.register($registered)

  /// What the code of a handler sees.
  struct Finding: Sendable {
    /// The task-local value.
    let local: String?
    /// The registered task-local value, and what the two handlers see of it.
    let registered: Promise<[String?]>
    /// The places of two plain handlers. The handler attaches the first, which attaches the second.
    let places: Promise<[Place]>
  }

  /// Where a handler runs.
  enum Place: Sendable {
    case main, writersQueue, settlersQueue, elsewhere
  }

  private let writersQueue = MarkedQueue("writer")
  private let settlersQueue = MarkedQueue("settler")
  private let log = Log<Finding>()

  init() { _ = Self.registration }

  /// What the handlers have seen so far.
  var findings: [Finding] { log.entries }

  /// Runs `body` as the code that attaches handlers.
  ///
  /// - Parameters:
  ///   - hasScope: Whether that code has a default queue of its own, and sets the registered task-local value.
  ///   - body: Attaches the handlers.
  /// - Returns: What `body` returns.
  func asWriter<Result>(
    hasScope: Bool, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$local.withValue("writer") {
      guard hasScope else { return try await body() }
      return try await Self.$registered.withValue("writer") {
        try await withPromiseQueue(writersQueue.queue, body)
      }
    }
  }

  /// Runs `body` on another thread as the code that settles promises. That code belongs to the same test.
  func asSettler(_ body: @escaping @Sendable () -> Void) async {
    let context = PromiseContext.current
    await elsewhere { PromiseContext.$current.withValue(context) { self.settle(body) } }
  }

  /// Runs `body` on the current thread as the code that settles promises.
  func settle(_ body: () -> Void) {
    Self.$local.withValue("settler") {
      Self.$registered.withValue("settler") { withPromiseQueue(settlersQueue.queue, body) }
    }
  }

  /// Records what the running handler sees.
  func find() {
    let registered = Self.registered
    let inner = Promise<Void>().map { [(self.place, Self.registered)] }.then { outer in
      Promise<Void>().map { outer + [(self.place, Self.registered)] }
    }
    log(
      Finding(
        local: Self.local, registered: inner.map(on: nil) { [registered] + $0.map(\.1) },
        places: inner.map(on: nil) { $0.map(\.0) }))
  }

  /// Where the calling code runs.
  private var place: Place {
    if writersQueue.isCurrent { return .writersQueue }
    if settlersQueue.isCurrent { return .settlersQueue }
    return isOnMainQueue ? .main : .elsewhere
  }
}
