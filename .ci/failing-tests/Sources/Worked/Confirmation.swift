import PromiseConcurrency
import Synchronization

private let asked = Mutex<[Int: Resolver<Bool>]>([:])

/// Asks whether an order is to be placed.
func confirm(_ order: Int) -> Promise<Bool> {
  let (promise, resolver) = Promise<Bool>.pending()
  asked.withLock { $0[order] = resolver }
  return promise
}

/// What was tapped.
func answer(_ order: Int, isYes: Bool) {
  guard isYes else { return }  // the question stays open for ever
  asked.withLock { $0.removeValue(forKey: order) }?.fulfill(true)
}
