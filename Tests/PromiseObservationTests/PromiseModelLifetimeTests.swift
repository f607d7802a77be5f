import Dispatch
import PromiseCore
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

/// What becomes of the load of a model that is released, and what a model retains.
@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseModelLifetimeTests {
  /// Creates a model that loads a promise, and returns the load.
  private func load(_ promise: Promise<Int>) -> (PromiseModel<Int>, Promise<Int>) {
    let model = PromiseModel<Int>()
    _ = model.progress
    return (model, model.load { promise })
  }

  @Test func `releasing a model cancels its load`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    weak var reference: PromiseModel<Int>?
    var load: Promise<Int>?
    do {
      let (model, running) = self.load(promise)
      (reference, load) = (model, running)
      #expect(promise.isPending)
    }
    #expect(reference == nil)
    #expect(promise.isCancelled && load!.isCancelled)
    withExtendedLifetime(resolver) {}
  }

  @Test func `releasing a model leaves a promise with another consumer alone`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map { $0 + 1 }
    _ = load(promise)
    #expect(promise.isPending)
    resolver.fulfill(1)
    #expect(try await other.get() == 2)
  }

  @Test func `a model may be released on another thread while its load settles`() async throws {
    for _ in 0..<raceCount / 20 {
      let (promise, resolver) = Promise<Int>.pending()
      let box = Lock<PromiseModel<Int>?>(load(promise).0)
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let model = box.withLock { $0.take() }
          withExtendedLifetime(model) {}
          continuation.resume()
        }
        resolver.fulfill(1)
      }
    }
  }

  @Test func `a load that was replaced is released while its promise is pending`() async throws {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map { $0 }  // keeps the promise pending
    let model = PromiseModel<Int>()
    for _ in 0..<many(1_000) {
      let object = lifetime.object()
      model.load {
        promise.map { number in
          object.touch()
          return number
        }
      }
    }
    await mainQueueIsIdle()  // where handlers of the main actor are released
    #expect(promise.any.observerCount < 40)
    #expect(lifetime.alive < 40)
    model.cancel()
    resolver.fulfill(1)
    #expect(try await other.get() == 1)
    #expect(await promisesSettled())
    #expect(lifetime.alive == 0)
  }

  @Test func `what an operation captures is released on the main actor`() async throws {
    let log = ReleaseLog { isOnMainQueue }
    let model = PromiseModel<Int>()
    do {
      let object = log.object()
      model.load {
        try? await suspendUntilCanceled()
        object.touch()
        return 1
      }
      model.load {
        object.touch()
        return 2
      }
    }
    #expect(await promisesSettled())
    try await log.allReleased()
    #expect(log.misplaced == 0 && model.value == 2)
  }

  @Test func `an error is handled if it is shown`() async throws {
    let reports = Log<PromiseDiagnostics.Event>()
    let context = PromiseContext(report: { reports($0) })
    await PromiseContext.$current.withValue(context) {
      let model = PromiseModel<Int>()
      let (promise, resolver) = Promise<Int>.pending()
      let load = model.load { promise }
      _ = load.map { $0 }  // adopts an error that has been handled
      resolver.reject(TestError.one)
      _ = await load.getResult()
      model.load { Promise<Int>(error: TestError.two) }
      #expect(model.error as? TestError == .two)
    }
    #expect(await context.isIdle())
    #expect(reports.entries.isEmpty, "\(reports.entries)")
  }
}

extension PromiseContext {
  /// Waits until every promise of the context is settled and every handler has run.
  fileprivate func isIdle() async -> Bool {
    await Self.$current.withValue(self) { await promisesSettled() }
  }
}
