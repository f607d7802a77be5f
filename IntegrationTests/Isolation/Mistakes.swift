// Code that must not compile, or must cause a warning, with the expected diagnostics.
//
// verify: -swift-version 6
import Dispatch
import PromiseConcurrency

final class Model { var number = 0 }  // expected-note 4 {{class 'Model' does not conform to the 'Sendable' protocol}}

func fetch() -> Promise<Int> { .value(1) }
func load() async throws -> Int { 1 }

// The value of a promise crosses threads.
func model() -> Promise<Model> { fatalError() }  // expected-error {{type 'Model' does not conform to the 'Sendable' protocol}}

@MainActor final class Screen {
  var title = ""  // expected-note 2 {{mutation of this property is only permitted within the actor}}

  // A handler that names a queue is not isolated to the main actor.
  func elsewhere() {
    fetch().done(on: .global()) { _ in
      self.title = ""  // expected-error {{main actor-isolated property 'title' can not be mutated from a Sendable closure}}
    }.cauterize()
  }
}

// A handler has the isolation of the code that contains it, which is not the main actor here.
func nowhere(_ screen: Screen) {
  fetch().done { _ in
    screen.title = ""  // expected-error {{main actor-isolated property 'title' can not be mutated from a Sendable closure}}
  }.cauterize()
}

// The captures of a handler are used on another thread.
func captures() {
  let model = Model()
  var count = 0
  fetch().done { number in
    model.number = number  // expected-error {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
    count += number  // expected-error {{mutation of captured var 'count' in concurrently-executing code}}
  }.cauterize()
  model.number = count
}

// The same is true of the captures of an async handler.
func capturesInTasks() {
  let model = Model()
  var count = 0
  fetch().map { number -> Int in
    count += number  // expected-error {{mutation of captured var 'count' in concurrently-executing code}}
    model.number = number  // expected-error {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
    return try await load()
  }.cauterize()
  retry(attempts: 1) {
    model.number += 1  // expected-error {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
    return try await load()
  }.cauterize()
}

// Async code must not block a thread.
func blocks() async throws {
  _ = try fetch().wait()  // expected-error {{instance method 'wait' is unavailable from asynchronous contexts}}
}

// Only the resolver settles a promise.
func settles(_ promise: Promise<Int>) {
  promise.fulfill(1)  // expected-error {{value of type 'Promise<Int>' has no member 'fulfill'}}
}

// A guarantee cannot throw.
func throwing() -> Guarantee<Int> {
  Guarantee { try await load() }  // expected-error {{invalid conversion from throwing function of type '() async throws -> Int' to non-throwing function type '@isolated(any) () async -> Int'}}
}

// Awaiting a promise may suspend and throw.
func waits() async {
  // expected-error@+2 {{expression is 'async' but is not marked with 'await'}} expected-note@+2 {{call is 'async'}}
  // expected-error@+1 {{call can throw, but it is not marked with 'try' and the error is not handled}}
  _ = fetch().get()
}

// With a closure, `get` is an operator: it returns a promise and does not wait.
func looks() async throws {
  // expected-warning@+3 {{no 'async' operations occur within 'await' expression}}
  // expected-warning@+2 {{no calls to throwing functions occur within 'try' expression}}
  // expected-warning@+1 {{result of call to 'get(_:file:line:)' is unused}}
  try await fetch().get { print($0) }
  // expected-warning@+2 {{no 'async' operations occur within 'await' expression}}
  // expected-warning@+1 {{no calls to throwing functions occur within 'try' expression}}
  let promise = try await fetch().get { _ in _ = try await load() }
  _ = try await promise.get()
}
