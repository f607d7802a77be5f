import Dispatch
import PromiseConcurrency

/// A star that shows at once what was tapped, and then what the server has made of it.
@MainActor final class Favourite {
  private(set) var isOn = false
  private let server = DispatchQueue(label: "server")

  func toggle() {
    let before = isOn
    isOn = !before
    server.async(.promise) { before }  // it answers with what it had, instead of what it has now
      .done { answer in self.isOn = answer }
      .cauterize()
  }
}
