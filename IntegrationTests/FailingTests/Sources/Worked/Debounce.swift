import Dispatch
import PromiseConcurrency

/// Searches after a pause in typing.
///
/// - Parameter pause: The length of the pause, in seconds.
func debounce(_ text: String, pause: Double, _ search: @escaping @Sendable (String) -> String) -> Promise<String> {
  after(seconds: Double(Int(pause))).map(on: .global()) { search(text) }  // truncates to whole seconds
}
