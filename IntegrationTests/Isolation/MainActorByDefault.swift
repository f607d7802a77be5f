// A module with the main actor as its default isolation, without annotations.
//
// verify: -swift-version 6 -default-isolation MainActor
// verify: -swift-version 6 -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }

nonisolated func fetch(_ id: Int) -> Promise<User> { .value(User()) }
@concurrent func load(_ id: Int) async throws -> User { User() }

final class Screen {
  var title = ""  // expected-note {{property declared here}}
  var users: [User] = []
  let saves = PromiseQueue()

  func show() {
    fetch(1)
      .then { user -> Promise<User> in
        self.title = user.name
        return fetch(2)
      }
      .map { user in
        self.users.append(try await load(user.name.count))
        return self.users.count
      }
      .done { self.title = "\($0)" }
      .catch { self.title = "\($0)" }
      .ensure { self.title += "." }
    saves.add { self.title = try await load(1).name }
    Promise { self.title = try await load(1).name }.cauterize()
    after(.seconds(1)).done { self.title = "late" }
  }

  func wait() async throws {
    title = try await fetch(1).get().name
    for try await user in [1, 2].map(fetch).inInputOrder { users.append(user) }
  }

  func inTheBackground() {
    fetch(1).map(on: .global()) { $0.name.count }.done { self.title = "\($0)" }.cauterize()
    fetch(1).map(on: .global()) { _ in
      self.title.count  // expected-error {{main actor-isolated property 'title' can not be referenced from a Sendable closure}}
    }.cauterize()
  }
}

var count = 0

func bump() { fetch(1).done { _ in count += 1 }.cauterize() }
