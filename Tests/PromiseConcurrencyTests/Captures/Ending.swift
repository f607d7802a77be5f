import PromiseConcurrency
import PromiseCore
import TestSupport

/// What happens to a promise after a handler has been attached to it. The handler runs, or ends without having run.
enum Ending: CaseIterable {
  /// The source settles. Depending on the operator, the outcome skips the handler.
  case fulfilled, rejected, rejectedAsCanceled
  /// The resolver of the source is released.
  case abandoned
  /// The derived promise, or the source, is canceled.
  case canceled, canceledUpstream
  /// The derived promise is canceled when the handler is already scheduled.
  case canceledWhenScheduled
  /// The derived promise is canceled by its only consumer.
  case lostRace, timedOut, canceledTask

  /// Ends `source` or `derived` on a thread that belongs to no actor, and then releases the resolver of `source`.
  func end(_ source: Source, _ derived: Promise<Void>) async {
    switch self {
    case .fulfilled: await elsewhere { source.resolver?.fulfill([1]) }
    case .rejected: await elsewhere { source.resolver?.reject(TestError.one) }
    case .rejectedAsCanceled: await elsewhere { source.resolver?.reject(CancellationError()) }
    case .abandoned: break
    case .canceled: await elsewhere { derived.cancel() }
    case .canceledUpstream: await elsewhere { source.promise.cancel() }
    case .canceledWhenScheduled:
      await elsewhere {
        source.resolver?.fulfill([1])
        derived.cancel()
      }
    case .lostRace:
      let (winner, resolver) = Promise<Void>.pending()
      let first = race([winner, derived])
      await elsewhere { resolver.fulfill() }
      _ = await first.getResult()
    case .timedOut: _ = await derived.timeout(.milliseconds(1)).getResult()
    case .canceledTask:
      let task = Task { try await derived.get(cancellation: .forward) }
      await elsewhere { task.cancel() }
      _ = await task.result
    }
    await elsewhere { source.releaseResolver() }
  }
}

/// A pending promise, and its only resolver.
final class Source: Sendable {
  let promise: Promise<[Int]>
  private let storage: Lock<Resolver<[Int]>?>

  init() {
    let (promise, resolver) = Promise<[Int]>.pending()
    self.promise = promise
    storage = Lock(resolver)
  }

  var resolver: Resolver<[Int]>? { storage.withLock { $0 } }

  /// Abandons the promise, if it is still pending.
  func releaseResolver() {
    // The resolver is released outside of the lock.
    _ = storage.withLock { $0.take() }
  }
}
