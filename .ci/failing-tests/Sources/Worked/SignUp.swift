import Dispatch
import PromiseConcurrency

/// A form. Names are checked elsewhere, so the problem shows later.
@MainActor final class SignUp {
  private(set) var problem: String?

  func enter(name: String) {
    check(name)
      .done { isTaken in self.problem = isTaken ? nil : "The name is taken." }  // the wrong way round
      .catch { error in self.problem = "\(error)" }
  }

  private func check(_ name: String) -> Promise<Bool> {
    Promise.value(name).map(on: .global()) { ["root", "admin"].contains($0) }
  }
}
