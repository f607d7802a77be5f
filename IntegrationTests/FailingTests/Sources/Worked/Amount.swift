import Dispatch
import PromiseConcurrency

struct NotAnAmount: Error {}

/// Parses an amount of money, which must not be negative.
func readAmount(_ text: String) -> Promise<Int> {
  Promise.value(text)
    .map(on: .global()) { text in
      guard let number = Int(text) else { throw NotAnAmount() }
      return number  // even if it is negative
    }
}
