// The fixes in Migration.md, which compile without diagnostics. The code they fix is in Migrating.swift and
// DataRaces.swift.
//
// verify: -swift-version 6
// verify: -swift-version 5
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }
protocol Handler { static func handle(_ user: User) }
protocol ServiceDelegate { func serviceDidChange(_ name: String) }
func fetch() -> Promise<User> { .value(User()) }

// MARK: Captures of handlers

final class Model: Sendable {
  func show() { fetch().done { self.keep($0) }.cauterize() }
  func keep(_ user: User) {}
  func begin() -> Promise<User> { Promise { try await self.reload() } }
  func reload() async throws -> User { User() }
}

func counts() { fetch().map { _ in 1 }.done { count in print(count) }.cauterize() }

func tries() -> Promise<User> {
  var attempts = 0
  attempts += 1
  return fetch().recover { [attempts] error -> Promise<User> in
    guard attempts < 3 else { throw error }
    return fetch()
  }
}

func triesAgain() -> Promise<User> {
  @Sendable func attempt() -> Promise<User> { fetch().recover { _ in attempt() } }
  return attempt()
}

@MainActor func changes() {
  var request = User()
  fetch().done { [request] _ in print(request) }.cauterize()
  request.name = "changed"
}

func locked<Value>(_ body: @Sendable () -> Value) -> Value { body() }
func finds() -> Bool { locked { true } }

func metatype(_ type: any (Handler & SendableMetatype).Type) { fetch().done { type.handle($0) }.cauterize() }
func genericType<H: Handler & SendableMetatype>(_ type: H.Type) { fetch().done { type.handle($0) }.cauterize() }

func removes() {
  let remove: @Sendable () -> Void = {}
  fetch().ensure(remove).cauterize()
}

// MARK: Values

struct Session: Sendable {}

func session() -> Promise<Session> { .value(Session()) }
func dictionary() -> Promise<[String: any Sendable]> { .value([:]) }
func parsed(_ value: @escaping @Sendable () -> Any) -> Promise<[String: any Sendable]> {
  fetch().compactMap { _ in value() as? [String: any Sendable] }
}

func nickname(_ user: User) async throws -> String { user.name }
func logs() {
  fetch().map { user -> String in
    let name = try await nickname(user)
    return name.uppercased()
  }.done { print($0) }.cauterize()
}
func logsInTwoSteps() {
  fetch().map { user -> String in
    let name = user.name
    return name.uppercased()
  }.done { print($0) }.cauterize()
}

final class Store: Sendable {}
extension DispatchObject: @retroactive @unchecked Sendable {}

// MARK: Callbacks

func calls(completion: @escaping @Sendable (User) -> Void) { fetch().done { completion($0) }.cauterize() }
func needs(_ handler: @escaping @Sendable (User) -> Void) {}
func passes(handler: @escaping @Sendable (User) -> Void) { needs(handler) }

// MARK: Main actor

@MainActor class Screen {
  var title = ""
  var isOnline = true
  func login() -> Promise<User> { fetch() }
  func show(_ user: User) { title = user.name }
  func stop() {}
  isolated deinit { stop() }
  func isolated() {
    fetch().done { self.title = $0.name }.cauterize()
    fetch().done { self.show($0) }.cauterize()
    retry(condition: { _, _ in MainActor.assumeIsolated { self.isOnline } }) { self.login() }.cauterize()
  }
}

@MainActor func title(of screen: Screen) -> String { screen.title }

extension Screen: @MainActor ServiceDelegate {
  func serviceDidChange(_ name: String) { title = name }
}

// MARK: Functions passed by name

func notes() {
  @Sendable func note(_ user: User) {}
  fetch().done(note).cauterize()
}

// MARK: Key paths

func names(_ keyPath: any KeyPath<User, String> & Sendable) -> Promise<String> { fetch().map(keyPath) }
