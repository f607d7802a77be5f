/// A promise that is there although it was expected to be gone.
public struct LivePromise: Sendable, Equatable, CustomStringConvertible {
  /// The file in which it was made: module and file name.
  public let file: String
  /// The line in that file.
  public let line: Int
  /// Whether it is pending; otherwise somebody keeps it although it is settled.
  public let isPending: Bool

  init(_ promise: AnyPromiseEngine) {
    file = promise.origin.file
    line = promise.origin.line
    isPending = promise.isWaitedFor
  }

  /// Where it was made, and its state.
  public var description: String { "\(file):\(line) (\(isPending ? "pending" : "settled"))" }
}

/// Runs `body`, and tells which of the promises it made are alive afterwards.
///
/// ```swift
/// let left = await promisesLeftAlive {
///   let model = Model()
///   try? await model.refresh().get()
/// }
/// #expect(left.isEmpty)
/// ```
///
/// A promise that stays alive is kept by somebody: by a resolver or a callback that has not been called, by a timer's
/// handler, by a cycle of references, by a property. Before looking, handlers that are on their way are waited for,
/// timers and pending promises are not.
///
/// - Parameters:
///   - isolation: The caller's actor.
///   - body: The code. What it makes is what is made while it runs: in a test with `.promises`, by the test; elsewhere,
///     by `body` and what it starts.
/// - Returns: The promises, in the order in which they were made.
/// - Throws: What `body` throws.
public func promisesLeftAlive(
  isolation: isolated (any Actor)? = #isolation, by body: () async throws -> Void
) async rethrows -> [LivePromise] {
  let host = TestHost.current ?? TestHost()
  let start = host.registry.made
  if host === TestHost.current {
    try await body()
  } else {
    try await Scope.$current.withValue(Scope(host: host), operation: body)
  }
  await host.activity.quiet()
  return await host.left(from: start)
}

/// Runs `body`, and tells which of the promises it made are alive afterwards, in a test that is not `async`.
///
/// As the `async` form. Blocks the thread until handlers that are on their way have run; on the main thread the main
/// queue goes on meanwhile.
@available(*, noasync, message: "blocks the thread; write await")
@_disfavoredOverload
public func promisesLeftAlive(by body: () throws -> Void) rethrows -> [LivePromise] {
  let host = TestHost.current ?? TestHost()
  let start = host.registry.made
  let scope = Scope.current?.host === host ? Scope.current! : Scope(host: host)
  try scope === Scope.current ? body() : Scope.$current.withValue(scope, operation: body)
  let isOnMain = MainQueue.isCurrent
  let left = Promise<[LivePromise]>(origin: Origin(#fileID, #line), scope: nil)
  blockThread(for: scope) { done in
    Task(executorPreference: GuardianExecutor()) {
      await host.activity.quiet(mainIsFree: !isOnMain)
      let found = await host.left(from: start)
      left.settle(.success(found))
      done()
    }
  }
  return left.value ?? []
}

extension TestHost {
  /// Those that are alive of those made after so many.
  ///
  /// Who has just settled a promise may hold it for a moment longer: settled ones are looked at more than once.
  fileprivate func left(from start: Int) async -> [LivePromise] {
    for _ in 0..<20 where registry.alive(from: start).contains(where: { !$0.isWaitedFor }) {
      await pause(milliseconds: 2)
    }
    return registry.alive(from: start).map { LivePromise($0) }
  }
}
