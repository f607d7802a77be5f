/// Runs `body`, and returns the promises created by it that are still alive afterwards.
///
/// ```swift
/// let left = await promisesLeftAlive {
///   let model = Model()
///   try? await model.refresh().get()
/// }
/// #expect(left.isEmpty)
/// ```
///
/// A promise that stays alive is retained: by a resolver or a callback that has not been called, by the handler of a
/// timer, by a reference cycle, or by a property. This function waits for handlers that are enqueued before it looks at
/// the promises. It does not wait for timers and pending promises.
///
/// - Parameters:
///   - isolation: The caller's actor.
///   - body: The code to run. In a test with `.promises`, every promise that the test creates in the meantime counts;
///     elsewhere, every promise that `body` and the work it starts create.
/// - Returns: The promises that are alive, in the order in which they were created.
/// - Throws: The error that `body` throws.
public func promisesLeftAlive(
  isolation: isolated (any Actor)? = #isolation, by body: () async throws -> Void
) async rethrows -> [LivePromise] {
  let instrument = TestInstrument.current ?? TestInstrument()
  let start = instrument.registry.createdCount
  if instrument === TestInstrument.current {
    try await body()
  } else {
    try await PromiseContext.$current.withValue(PromiseContext(instrument: instrument), operation: body)
  }
  await instrument.work.waitUntilIdle()
  return await instrument.promisesAlive(from: start)
}

/// Runs `body`, and returns the promises created by it that are still alive afterwards, in a test that is not `async`.
///
/// Blocks the calling thread until the handlers that are enqueued have run. On the main thread, work on the main queue
/// runs in the meantime.
///
/// - Parameter body: The code to run; see ``promisesLeftAlive(isolation:by:)``.
/// - Returns: The promises that are alive, in the order in which they were created.
/// - Throws: The error that `body` throws.
@available(*, noasync, message: "blocks the thread; write await")
@_disfavoredOverload
public func promisesLeftAlive(by body: () throws -> Void) rethrows -> [LivePromise] {
  let instrument = TestInstrument.current ?? TestInstrument()
  let start = instrument.registry.createdCount
  let context =
    PromiseContext.current?.instrument === instrument ? PromiseContext.current! : PromiseContext(instrument: instrument)
  try context === PromiseContext.current ? body() : PromiseContext.$current.withValue(context, operation: body)
  let isOnMain = MainQueue.isCurrent
  let left = Promise<[LivePromise]>(site: CreationSite(#fileID, #line), context: nil)
  context.blockUntilCalled { done in
    startSupervisor {
      await instrument.work.waitUntilIdle(mainActorIsFree: !isOnMain)
      let found = await instrument.promisesAlive(from: start)
      left.settle(.success(found))
      done()
    }
  }
  return left.value ?? []
}

extension TestInstrument {
  /// The promises that are alive, without those that were created first.
  ///
  /// The code that settles a promise may retain it for a moment longer, so settled promises are looked at repeatedly.
  fileprivate func promisesAlive(from start: Int) async -> [LivePromise] {
    for _ in 0..<20 where registry.alive(from: start).contains(where: { !$0.maySettle }) {
      await pause(milliseconds: 2)
    }
    return registry.alive(from: start).map { LivePromise($0) }
  }
}
