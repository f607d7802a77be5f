import Dispatch
import PromiseConcurrency

/// A form. A name is checked on another queue, so a problem appears later.
@MainActor final class SignUp {
  private(set) var problem: String?

  func enter(name: String) {
    check(name)
      .done { isTaken in self.problem = isTaken ? nil : "The name is taken." }  // inverted
      .catch { error in self.problem = "\(error)" }
  }

  private func check(_ name: String) -> Promise<Bool> {
    Promise.value(name).map(on: .global()) { ["root", "admin"].contains($0) }
  }
}
