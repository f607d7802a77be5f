import Dispatch
import PromiseConcurrency

struct NoRate: Error {}

private let rates = ["EUR": 100, "USD": 0]

/// Converts cents of the one currency into cents of the other.
func exchange(_ cents: Int, to currency: String) -> Promise<Int> {
  DispatchQueue.global().async(.promise) {
    guard let rate = rates[currency] else { return 0 }  // should throw NoRate
    guard rate > 0 else { throw NoRate() }  // USD has no rate, and should have one
    return cents * rate / 100
  }
}
