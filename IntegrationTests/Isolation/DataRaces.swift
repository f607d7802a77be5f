// Diagnostics for values that are sent to a task and also used elsewhere.
//
// verify: -swift-version 6
import PromiseConcurrency

final class Model { var number = 0 }

func load() async throws -> Int { 1 }
func fetch() -> Promise<Int> { .value(1) }

// A task's captures are sent to it, and must not be used elsewhere afterwards.
func sends() -> Promise<Void> {
  let model = Model()
  // expected-error@+1 {{risks causing data races}} expected-note@+1 {{risks causing races in between local and caller code}}
  let promise = Promise { model.number = try await load() }
  model.number = 1  // expected-note {{access can happen concurrently}}
  return promise
}

func queues(_ queue: PromiseQueue) {
  let model = Model()
  // expected-error@+1 {{risks causing data races}} expected-note@+1 {{risks causing races in between local and caller code}}
  queue.add { model.number = try await load() }
  model.number = 1  // expected-note {{access can happen concurrently}}
}

// Without such a use, there is no diagnostic.
func sendsAway() -> Promise<Int> {
  let model = Model()
  model.number = 1
  return Promise { model.number + (try await load()) }
}

// A task captures an object that is not `Sendable` and is used elsewhere.
class Repository {
  // expected-error@+2 {{passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure}}
  // expected-note@+1 {{closure captures 'self' which is accessible to code in the current task}}
  func begin() -> Promise<Int> { Promise { try await self.load() } }
  func load() async throws -> Int { 1 }
}

// A variable that changes after a handler has captured it.
@MainActor func changes() {
  // expected-note@+1 {{variable defined here}}
  var request = 1
  // expected-note@+2 {{variable captured by sendable closure}}
  // expected-note@+1 {{capturing use}}
  fetch().done { _ in print(request) }.cauterize()
  // expected-warning@+1 {{'request' mutated after capture by sendable closure}}
  request = 2
}

@MainActor class Screen {
  let repository = Repository()
  // expected-error@+2 {{sending 'self.repository' risks causing data races}}
  // expected-note@+1 {{sending main actor-isolated 'self.repository' to nonisolated instance method 'load()' risks causing data races between nonisolated and main actor-isolated uses}}
  func reload() async throws -> Int { try await repository.load() }
}
