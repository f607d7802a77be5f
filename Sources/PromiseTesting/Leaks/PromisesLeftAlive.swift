/// Runs `body`, and returns the promises that it created and that are still alive afterward.
///
/// ```swift
/// let left = await promisesLeftAlive {
///   let model = Model()
///   try? await model.refresh().get()
/// }
/// #expect(left.isEmpty)
/// ```
///
/// A promise stays alive while something retains it: a resolver or a callback that has not been called, the handler of
/// a timer, a reference cycle, or a property. The function waits until the handlers that are enqueued have run before
/// it checks. It does not wait for timers or pending promises.
///
/// - Parameters:
///   - isolation: The actor of the caller.
///   - body: The code to run. In a test with `.promises`, the function considers every promise that the test creates
///     while `body` runs. Elsewhere, it considers the promises that are created by `body` or by the work that `body`
///     starts.
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

/// Runs `body`, and returns the promises that it created and that are still alive afterward, in a test that is not
/// `async`.
///
/// Blocks the calling thread until the handlers that are enqueued have run. If the calling thread is the main
/// thread, work on the main queue keeps running.
///
/// - Parameter body: The code to run; see ``promisesLeftAlive(isolation:by:)``.
/// - Returns: The promises that are alive, in the order in which they were created.
/// - Throws: The error that `body` throws.
@available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
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
  /// Returns the promises that are alive, except the first `start` promises of the test.
  ///
  /// The code that settles a promise may retain it a moment longer. So the function checks settled promises up to
  /// twenty times, two milliseconds apart.
  fileprivate func promisesAlive(from start: Int) async -> [LivePromise] {
    // equivalent constant: How often it looks.
    // race negate: A promise that has settled must be about to be released.
    for _ in 0..<20 where registry.alive(from: start).contains(where: { !$0.maySettle }) {
      await pause(milliseconds: 2)  // equivalent constant: How often it looks.
    }
    return registry.alive(from: start).map { LivePromise($0) }
  }
}
