import PromiseConcurrency
import PromiseCore
import TestSupport

/// What happens to a guarantee after a handler has been attached to it.
enum GuaranteeEnding: CaseIterable {
  case fulfilled, abandoned, canceled, canceledUpstream, canceledWhenScheduled, lostRace, timedOut

  /// Ends `source` or `derived` on a thread that belongs to no actor, and then releases the resolver of `source`.
  func end(_ source: GuaranteeSource, _ derived: Promise<Void>) async {
    switch self {
    case .fulfilled: await elsewhere { source.resolve?([1]) }
    case .abandoned: break
    case .canceled: await elsewhere { derived.cancel() }
    case .canceledUpstream: await elsewhere { source.guarantee.cancel() }
    case .canceledWhenScheduled:
      await elsewhere {
        source.resolve?([1])
        derived.cancel()
      }
    case .lostRace:
      let (winner, resolver) = Promise<Void>.pending()
      let first = race([winner, derived])
      await elsewhere { resolver.fulfill() }
      _ = await first.getResult()
    case .timedOut: _ = await derived.timeout(.milliseconds(1)).getResult()
    }
    await elsewhere { source.releaseResolver() }
  }
}

/// A pending guarantee, and its only resolver.
final class GuaranteeSource: Sendable {
  let guarantee: Guarantee<[Int]>
  private let storage: Lock<(@Sendable ([Int]) -> Void)?>

  init() {
    let (guarantee, resolve) = Guarantee<[Int]>.pending()
    self.guarantee = guarantee
    storage = Lock(resolve)
  }

  var resolve: (@Sendable ([Int]) -> Void)? { storage.withLock { $0 } }

  /// Abandons the guarantee, if it is still pending.
  func releaseResolver() {
    // The resolver is released outside of the lock.
    _ = storage.withLock { $0.take() }
  }
}
