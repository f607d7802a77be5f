// The diagnostics for code that moves from the Swift 5 to the Swift 6 language mode, as quoted by Migration.md, and the
// fixes, which compile without diagnostics. `Scripts/check-diagnostics` checks that each quotation appears here.
//
// verify: -swift-version 6
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }
protocol ServiceDelegate { func serviceDidChange(_ name: String) }
func fetch() -> Promise<User> { .value(User()) }

// MARK: Captures of handlers

// expected-note@+1 {{class 'Model' does not conform to the 'Sendable' protocol}}
class Model {
  var name = ""
  // expected-error@+1 {{capture of 'self' with non-Sendable type 'Model' in a '@Sendable' closure}}
  func show() { fetch().done { self.name = $0.name }.cauterize() }
}

func counts() {
  var count = 0
  // expected-error@+1 {{mutation of captured var 'count' in concurrently-executing code}}
  fetch().done { _ in count += 1 }.cauterize()
}

func tries() -> Promise<User> {
  var attempts = 0
  attempts += 1
  return fetch().recover { error -> Promise<User> in
    // expected-error@+1 {{reference to captured var 'attempts' in concurrently-executing code}}
    guard attempts < 3 else { throw error }
    return fetch()
  }
}

func triesAgain() -> Promise<User> {
  // expected-error@+3 {{concurrently-executed local function 'attempt()' must be marked as '@Sendable'}}
  // expected-note@+2 {{a function type must be marked '@Sendable' to conform to 'Sendable'}}
  // expected-error@+1 {{capture of 'attempt()' with non-Sendable type '() -> Promise<User>' in a '@Sendable' closure}}
  func attempt() -> Promise<User> { fetch().recover { _ in attempt() } }
  return attempt()
}

func locked(_ body: @Sendable () -> Void) { body() }
func finds() -> Bool {
  var found = false
  // expected-error@+1 {{mutation of captured var 'found' in concurrently-executing code}}
  locked { found = true }
  return found
}

func removes() {
  let model = Model()
  let remove = { model.name = "" }
  // expected-error@+1 {{converting non-Sendable function value to '@isolated(any) @Sendable () -> Void' may introduce data races}}
  fetch().ensure(remove).cauterize()
}

// MARK: Values

// expected-note@+1 {{class 'Session' does not conform to the 'Sendable' protocol}}
class Session {}

// expected-error@+1 {{type 'Session' does not conform to the 'Sendable' protocol}}
func session() -> Promise<Session> { fatalError() }
// expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
func dictionary() -> Promise<[String: Any]> { fatalError() }
func parsed(_ value: @escaping @Sendable () -> Any) -> Promise<[String: any Sendable]> {
  // expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
  fetch().compactMap { _ in value() as? [String: Any] }
}

func nickname(_ user: User) async throws -> String { user.name }
// A closure of several statements has no declared result type, and the next handler takes `Any`.
func logs() {
  // expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
  fetch().map { user in
    let name = try await nickname(user)
    return name.uppercased()
    // expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
  }.done { print($0) }.cauterize()
}
func logsInTwoSteps() {
  // expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
  fetch().map { user in
    let name = user.name
    return name.uppercased()
    // expected-error@+1 {{type 'Any' does not conform to the 'Sendable' protocol}}
  }.done { print($0) }.cauterize()
}

// expected-error@+1 {{non-final class 'Store' cannot conform to the 'Sendable' protocol}}
class Store: Sendable {}
// expected-error@+3 {{conformance to 'Sendable' must occur in the same source file as class 'DispatchObject'; use '@unchecked Sendable' for retroactive conformance}}
// expected-note@+2 {{add '@retroactive' to silence this warning}}
// expected-warning@+1 {{extension declares a conformance of imported type 'DispatchObject' to imported protocol 'Sendable'}}
extension DispatchObject: Sendable {}

// MARK: Callbacks

// expected-error@+2 {{capture of 'completion' with non-Sendable type '(User) -> Void' in a '@Sendable' closure}}
// expected-note@+1 {{a function type must be marked '@Sendable' to conform to 'Sendable'}}
func calls(completion: @escaping (User) -> Void) { fetch().done { completion($0) }.cauterize() }
func needs(_ handler: @escaping @Sendable (User) -> Void) {}
// expected-note@+2 {{parameter 'handler' is implicitly non-Sendable}}
// expected-error@+1 {{passing non-Sendable parameter 'handler' to function expecting a '@Sendable' closure}}
func passes(handler: @escaping (User) -> Void) { needs(handler) }

// MARK: Main actor

@MainActor class Screen {
  // expected-note@+2 {{property declared here}}
  // expected-note@+1 {{mutation of this property is only permitted within the actor}}
  var title = ""
  var isOnline = true
  // expected-note@+1 {{calls to instance method 'login()' from outside of its actor context are implicitly asynchronous}}
  func login() -> Promise<User> { fetch() }
  func show(_ user: User) { title = user.name }
  // expected-note@+1 {{calls to instance method 'stop()' from outside of its actor context are implicitly asynchronous}}
  func stop() {}
  // expected-error@+1 {{call to main actor-isolated instance method 'stop()' in a synchronous nonisolated context}}
  deinit { stop() }
  func isolated() {
    // expected-error@+1 {{main actor-isolated property 'title' can not be mutated from a Sendable closure}}
    fetch().done(on: .main) { self.title = $0.name }.cauterize()
    // expected-error@+1 {{converting function value of type '@MainActor @Sendable (User) -> ()' to '@Sendable (User) throws -> Void' loses global actor 'MainActor'}}
    fetch().done(on: .main, show).cauterize()
    retry(condition: { _, _ in self.isOnline }) { self.login() }.cauterize()
    // expected-error@+1 {{call to main actor-isolated instance method 'login()' in a synchronous nonisolated context}}
    retry(on: .global()) { self.login() }.cauterize()
  }
}

// expected-note@+2 {{add '@MainActor' to make global function 'title(of:)' part of global actor 'MainActor'}}
// expected-error@+1 {{main actor-isolated property 'title' can not be referenced from a nonisolated context}}
func title(of screen: Screen) -> String { screen.title }

// expected-note@+4 {{mark all declarations used in the conformance 'nonisolated'}}
// expected-note@+3 {{turn data races into runtime errors with '@preconcurrency'}}
// expected-error@+2 {{conformance of 'Screen' to protocol 'ServiceDelegate' crosses into main actor-isolated code and can cause data races}}
// expected-note@+1 {{isolate this conformance to the main actor with '@MainActor'}}
extension Screen: ServiceDelegate {
  // expected-note@+1 {{main actor-isolated instance method 'serviceDidChange' cannot satisfy nonisolated requirement}}
  func serviceDidChange(_ name: String) { title = name }
}

// MARK: Functions passed by name

func notes() {
  func note(_ user: User) {}
  // expected-error@+1 {{converting non-Sendable function value to '@isolated(any) @Sendable (User) throws -> Void' may introduce data races}}
  fetch().done(note).cauterize()
}

// MARK: Key paths

// expected-error@+1 {{type 'KeyPath<User, String>' does not conform to the 'Sendable' protocol}}
func names(_ keyPath: KeyPath<User, String>) -> Promise<String> { fetch().map(keyPath) }
