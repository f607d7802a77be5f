import Dispatch
import PromiseConcurrency

struct NotAnAmount: Error {}

/// Reads an amount of money.
func readAmount(_ text: String) -> Promise<Int> {
  Promise.value(text)
    .map(on: .global()) { text in
      guard let number = Int(text) else { throw NotAnAmount() }
      return number  // and less than nothing is an amount, too
    }
}
