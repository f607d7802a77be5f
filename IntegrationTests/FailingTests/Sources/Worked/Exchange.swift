import Dispatch
import PromiseConcurrency

struct NoRate: Error {}

private let rates = ["EUR": 100, "USD": 0]

/// Converts cents of one currency into cents of another.
func exchange(_ cents: Int, to currency: String) -> Promise<Int> {
  DispatchQueue.global().async(.promise) {
    guard let rate = rates[currency] else { return 0 }  // should throw NoRate
    guard rate > 0 else { throw NoRate() }  // the table has no rate for USD
    return cents * rate / 100
  }
}
