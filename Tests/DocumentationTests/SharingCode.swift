import PromiseSharing
import PromiseTesting
import TestSupport
import Testing

// The code in the documentation of PromiseSharing.

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SharingCodeTests {
  struct Settings: Sendable {}

  struct Token: Sendable, Equatable {
    let number: Int
    let expiresIn = 3600.0
  }

  struct User: Sendable, Hashable {
    let id: Int
    var name = "Ada"
    var isOutdated: Bool { id < 0 }
  }

  struct Request: Sendable {}

  struct Response: Sendable {
    let status: Int
  }

  private let log = Log<String>()
  private let user = User(id: 1)

  private func apply(_ settings: Settings) { log("settings") }
  private func show(_ text: String) { log(text) }
  private func show(_ error: any Error) { log("\(error)") }
  private func fetchSettings() -> Promise<Settings> { .value(Settings()) }
  private func fetchAvatar(of user: User) -> Promise<String> { .value("face of \(user.id)") }
  private func fetchUser(_ id: Int) -> Promise<User> { .value(User(id: id)) }
  private func search(_ text: String) -> Promise<String> { .value(text.uppercased()) }

  private func refreshToken() -> Promise<Token> {
    log("refresh")
    return .value(Token(number: log.entries.count))
  }

  /// Sends a request. The server accepts every token but the first.
  private func http(_ request: Request, _ token: Token) async throws -> Response {
    await Task.yield()
    return Response(status: token.number > 1 ? 200 : 401)
  }

  private func httpPromise(_ request: Request, _ token: Token) -> Promise<Response> {
    Promise { try await http(request, token) }
  }

  @Test func `one value and one for each key`() async throws {
    let settings = SharedPromise(expiry: .after(seconds: 3600)) { fetchSettings() }

    settings.promise().done { settings in apply(settings) }.catch { error in show(error) }
    let current = try await settings.get()

    let avatars = PromiseCache(countLimit: 100) { (user: User) in fetchAvatar(of: user) }

    avatars.promise(for: user).done { avatar in show(avatar) }.catch { error in show(error) }

    _ = current
    await wait { log.entries.sorted() == ["face of 1", "settings"] }
  }

  @Test func `a token that expires`() async throws {
    let token = SharedPromise(expiry: .after { token in token.expiresIn }) { refreshToken() }

    func send(_ request: Request) async throws -> Response {
      let used = try await token.get()
      let response = try await http(request, used)
      guard response.status == 401 else { return response }
      token.invalidate { $0 == used }
      return try await http(request, token.get())
    }

    try await withThrowingTaskGroup(of: Response.self) { group in
      for _ in 0..<100 { group.addTask { try await send(Request()) } }
      for try await response in group { #expect(response.status == 200) }
    }
    #expect(log.entries == ["refresh", "refresh"])
  }

  @Test func `a token that expires, with promises`() async throws {
    let token = SharedPromise(expiry: .after { token in token.expiresIn }) { refreshToken() }

    func sendWithToken(_ request: Request) -> Promise<Response> {
      token.promise().then { used in
        httpPromise(request, used).then { response in
          guard response.status == 401 else { return Promise.value(response) }
          token.invalidate { $0 == used }
          return token.promise().then { httpPromise(request, $0) }
        }
      }
    }

    let responses = try await when(fulfilled: (0..<100).map { _ in sendWithToken(Request()) }).get()
    #expect(responses.map(\.status) == Array(repeating: 200, count: 100))
    #expect(log.entries == ["refresh", "refresh"])
  }

  @Test func `other expiries`() async throws {
    let eager = SharedPromise(expiry: .after(refreshAhead: 60) { token in token.expiresIn }) { refreshToken() }

    let searches = PromiseCache(expiry: .immediately) { (text: String) in search(text) }

    let settings = SharedPromise(expiry: .after(seconds: 3600, refreshAhead: 60)) { fetchSettings() }
    let token = SharedPromise(expiry: .after { token in token.expiresIn }) { refreshToken() }
    let users = PromiseCache(expiry: .when { user in user.isOutdated }) { (id: Int) in fetchUser(id) }

    #expect(try await eager.get().number == 1)
    #expect(try await searches.get(for: "a") == "A")
    #expect(searches.count == 0)
    _ = try await settings.get()
    _ = try await token.get()
    #expect(try await users.get(for: -1).id == -1)
    #expect(users.count == 0)
  }

  @Test(.promises(time: .manual)) func `settings are fetched again after an hour`() async throws {
    let settings = SharedPromise(expiry: .after(seconds: 3600)) { fetchSettings() }
    _ = try await settings.get()
    try await ManualClock.current.advance(by: .seconds(3600))
    #expect(settings.value == nil)
  }

  @MainActor final class Label {
    var text = ""
  }

  @Test @MainActor func `a cache in an app`() async throws {
    let nameLabel = Label()
    let users = PromiseCache(countLimit: 500, expiry: .after(seconds: 300)) { (id: Int) in fetchUser(id) }

    users.promise(for: 7).done { user in nameLabel.text = user.name }.cauterize()
    let user = try await users.get(for: 7)

    await wait { nameLabel.text == user.name }
  }
}
