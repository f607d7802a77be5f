import PromiseConcurrency
import Synchronization

private let asked = Mutex<[Int: Resolver<Bool>]>([:])

/// Asks the user to confirm an order.
func confirm(_ order: Int) -> Promise<Bool> {
  let (promise, resolver) = Promise<Bool>.pending()
  asked.withLock { $0[order] = resolver }
  return promise
}

/// Answers the question, if there is one.
func answer(_ order: Int, isYes: Bool) {
  guard isYes else { return }  // the promise stays pending
  asked.withLock { $0.removeValue(forKey: order) }?.fulfill(true)
}
