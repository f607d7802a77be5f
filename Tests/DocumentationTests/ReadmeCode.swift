import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// What README.md shows, in a program. `.ci/check-code-blocks` compares the two.

private struct User: Sendable, Equatable {
  let id: Int
  let name: String
}

private func login() async throws -> Int { 1 }
private func fetchUser(_ id: Int) -> Promise<User> { .value(User(id: id, name: "user \(id)")) }
private func loadAvatar(_ user: User) -> Promise<String> { .value("face of \(user.name)") }
private func friends(of user: User) async throws -> [String] { ["Ada", user.name] }

private final class Screen: Sendable {
  private let lines = Log<String>()

  var shown: [String] { lines.entries }
  func show(_ line: String) { lines(line) }
}

private struct Logger {
  let warnings = Log<String>()

  func warning(_ text: String) { warnings(text) }
}

private actor Store {
  private(set) var saved: [String] = []
  func save(_ text: String) { saved.append(text) }
}

@Suite(.promises(timeLimit: .seconds(280))) struct ReadmeTests {
  private let screen = Screen()

  private func show(_ line: String) { screen.show(line) }
  private func log(_ line: String) async { screen.show(line) }

  private func load(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    DispatchQueue.global().async { completion("text of \(name)", nil) }
  }

  @Test func sequences() async throws {
    let users = [User(id: 1, name: "Ada"), User(id: 2, name: "Bob")]
    for try await avatar in users.map(loadAvatar).inCompletionOrder {
      show(avatar)  // each as soon as it is there; leaving the loop cancels the rest
    }
    #expect(screen.shown == ["face of Ada", "face of Bob"])
  }

  @Test func bothDirections() async throws {
    // a promise in an `async` function; if it is late, it is cancelled, unless somebody else wants it
    let user = try await fetchUser(1).get(timeout: 5)

    // a callback in an `async` function, resumed once, whatever the callee does
    let text: String = try await wrap { handler in load("a", completion: handler) }.get()

    // one chain of promise steps and `async` steps
    let names = Promise { try await login() }
      .then { id in fetchUser(id) }
      .map { user in try await friends(of: user) }
      .ensure { await log("done") }

    #expect(user == User(id: 1, name: "user 1") && text == "text of a")
    #expect(try await names.get() == ["Ada", "user 1"])
  }

  @Test func anAsyncFunctionForThoseWhoCallBack() async throws {
    func loadName(_ id: Int) async throws -> String { try await fetchUser(id).get().name }

    func loadName(_ id: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
      Promise { try await loadName(id) }.complete(completion)
    }

    #expect(try await wrap { handler in loadName(3, completion: handler) }.get() == "user 3")
  }

  @Test func order() async throws {
    let store = Store()
    let saves = PromiseQueue()  // first in, first out, from synchronous code on any thread

    @Sendable func textChanged(_ text: String) {
      saves.add { await store.save(text) }
    }

    for text in ["a", "ab", "abc"] { textChanged(text) }
    try await saves.add {}.get()
    #expect(await store.saved == ["a", "ab", "abc"])
  }

  @Test func cancelling() async {
    let (source, resolver) = Promise<Int>.pending()
    resolver.onCancel { show("nobody wants it any more") }
    let one = source.map(on: nil) { $0 + 1 }
    let other = source.map(on: nil) { $0 + 2 }

    one.cancel()  // the source goes on: the other still wants it
    other.cancel()  // now it is cancelled, too, and its producer is told

    #expect(resolver.isCancelled && screen.shown == ["nobody wants it any more"])
  }

  @Test func diagnostics() async {
    await #expect(processExitsWith: .success) {
      let logger = Logger()
      PromiseDiagnostics.handler = { event in logger.warning("\(event)") }
      _ = Promise<Int>(error: PromiseError.badInput).map(on: nil) { $0 }
      #expect(logger.warnings.count == 1)
    }
  }
}
