// What the compiler says of values that are sent to a task and used elsewhere, too.
import PromiseConcurrency

final class Model { var number = 0 }

func load() async throws -> Int { 1 }

// A task is sent what it captures, and nobody else may use it any more.
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

func starts() -> Promise<Int> {
  let model = Model()
  // expected-error@+1 {{risks causing data races}} expected-note@+1 {{risks causing races in between local and caller code}}
  let promise = firstly { model.number + (try await load()) }
  model.number = 1  // expected-note {{access can happen concurrently}}
  return promise
}

// If nobody does, all is well.
func sendsAway() -> Promise<Int> {
  let model = Model()
  model.number = 1
  return Promise { model.number + (try await load()) }
}
