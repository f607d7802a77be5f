// Shows where handlers run: with the isolation of the code that contains them.

import Dispatch
import PromiseConcurrency

@MainActor final class ProfileView {
  var title = ""

  func load(_ name: Promise<String>) -> Promise<Void> {
    name
      .done { name in self.title = name }  // on the main actor: no `await`, no manual hop
      .catch { error in self.title = "\(error)" }
  }
}

actor Counter {
  var count = 0

  func add(_ number: Promise<Int>) -> Promise<Int> {
    number.map { number in
      self.count += number  // on this actor
      return self.count
    }
  }
}

let queue = DispatchQueue(label: "heavy work")
let name = queue.async(.promise) { "profile" }.map(on: queue) { $0.uppercased() }  // on that queue
let view = ProfileView()
try await view.load(Promise(name)).get()
print(view.title, try await Counter().add(.value(1)).get())
