import Dispatch
import PromiseConcurrency

/// A star that shows a tap immediately, and then the state that the server confirms.
@MainActor final class Favorite {
  private(set) var isOn = false
  private let server = DispatchQueue(label: "server")

  func toggle() {
    let before = isOn
    isOn = !before
    server.async(.promise) { before }  // should return the new state
      .done { answer in self.isOn = answer }
      .cauterize()
  }
}
