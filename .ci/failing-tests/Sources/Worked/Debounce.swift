import Dispatch
import PromiseConcurrency

/// Waits for a pause in typing, and then searches.
///
/// - Parameter pause: How long, in seconds.
func debounce(_ text: String, pause: Double, _ search: @escaping @Sendable (String) -> String) -> Promise<String> {
  // Whole seconds only: nothing is left of a half.
  after(seconds: Double(Int(pause))).map(on: .global()) { search(text) }
}
