// The diagnostics in Swift 5 mode, as quoted by Migration.md.
//
// verify: -swift-version 5
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }
func fetch() -> Promise<User> { .value(User()) }

// In `async` code, or on an actor.
@MainActor func changes() {
  var request = User()
  fetch().done { _ in print(request) }.cauterize()
  request.name = "changed"
}

@MainActor class Screen {
  // expected-note@+1 {{mutation of this property is only permitted within the actor}}
  var title = ""
  func show(_ user: User) { title = user.name }
  // expected-warning@+1 {{converting non-Sendable function value to '@isolated(any) @Sendable (User) throws -> Void' may introduce data races}}
  func byName() { fetch().done(show).cauterize() }
  // expected-error@+1 {{main actor-isolated property 'title' can not be mutated from a Sendable closure}}
  func elsewhere() { fetch().done(on: .main) { self.title = $0.name }.cauterize() }
}

// Two functions with the same name: `async` code calls the `async` function.
func load() -> Promise<Int> { .value(1) }
func load() async throws -> Int { 1 }
func names() -> Promise<[String]> { .value([]) }
func names() async throws -> [String] { [] }

func both() async throws {
  // expected-error@+6 {{call can throw but is not marked with 'try'}}
  // expected-note@+5 {{did you mean to use 'try'?}}
  // expected-note@+4 {{did you mean to handle error as optional value?}}
  // expected-note@+3 {{did you mean to disable error propagation?}}
  // expected-error@+2 {{expression is 'async' but is not marked with 'await'}}
  // expected-note@+1 {{call is 'async'}}
  let first = load()
  // expected-error@+1 {{value of type 'Int' has no member 'get'}}
  print(try await first.get())
}

func counts() async throws {
  names().map { $0.count }.cauterize()
}

// A promise of a promise.
// expected-error@+1 {{cannot convert value of type 'Promise<Int>' to closure result type 'Int'}}
func nested() -> Promise<Int> { fetch().map { _ in Promise.value(1) } }
