import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

// What the comments of PromiseCore show of combining promises, of time, and of the default queue.

private struct User: Equatable {
  var name: String
}

private struct Settings {
  var theme: String
}

private struct Unreachable: Error {}

private let users = [User(name: "Ada"), User(name: "Bob")]
private let mirrors = ["one", "two"]
private let urls = ["a", "b", "c"]
private let url = "an address"

private func fetch(_ url: String) -> Promise<String> { .value("page of \(url)") }
private func fetchAvatar(of user: User) -> Promise<String> { .value("\(user.name)'s avatar") }
private func fetchUser() -> Promise<User> { .value(users[0]) }
private func fetchSettings() -> Promise<Settings> { .value(Settings(theme: "dark")) }

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CombiningComments {
  private let shown = Log<String>()

  @Test func `waiting for all promises`() async throws {
    func avatars() -> Promise<Void> {
      when(fulfilled: users.map { fetchAvatar(of: $0) }).done { avatars in show(avatars) }
    }
    func both() -> Promise<Void> {
      when(fulfilled: fetchUser(), fetchSettings()).done { user, settings in show(user, settings) }
    }
    try await avatars().get()
    try await both().get()
    #expect(shown.entries == ["Ada's avatar, Bob's avatar", "Ada, dark"])
  }

  @Test func `the input that was rejected`() async throws {
    let uploads = [Promise.value(1), Promise(error: Unreachable())]
    let both =
      when(fulfilled: uploads) { index, error in print("upload \(index):", error) }.catch { show($0) }
    try await expectRejected(both, within: .testLimit)
    func successes() -> Guarantee<Void> {
      when(resolved: uploads).done { results in show(results.compactMap { try? $0.get() }) }
    }
    await successes().get()
    #expect(shown.entries == ["Unreachable()", "1"])
  }

  @Test func `a concurrency limit`() async throws {
    func load() {
      let downloads = urls.lazy.map { fetch($0) }.makeIterator()
      when(fulfilled: downloads, maxConcurrent: 4).done { show($0) }.catch { show($0) }
    }
    load()
    await promisesSettled(timeout: .testLimit)
    #expect(shown.entries == ["page of a, page of b, page of c"])
  }

  @Test func `waiting for one promise`() async throws {
    let first =
      race(fulfilled: mirrors.map { fetch($0) })
    #expect(try await first.get() == "page of one")
  }

  @Test(.promises(time: .manual)) func `delays`() async throws {
    let tries = Log<Int>()
    @Sendable func fetch(_ url: String) -> Promise<String> {
      tries(tries.count + 1)
      return tries.count < 3 ? Promise(error: Unreachable()) : .value("page")
    }
    func load() -> Promise<Void> {
      retry(attempts: 3, delay: 0.5) { fetch(url) }.done { show($0) }.catch { show($0) }
    }
    func loadPatiently() -> Promise<String> {
      retry(attempts: 5, delay: .exponential(initial: 0.5, maximum: 30)) { fetch(url) }
    }
    let clock = try ManualClock.current
    let loaded = load()
    await clock.advance(by: .seconds(60))
    try await loaded.get()
    #expect(shown.entries == ["page"])
    let again = loadPatiently()
    await clock.advance(by: .seconds(60))
    #expect(try await again.get() == "page" && tries.entries == [1, 2, 3, 4])
  }

  @Test(.promises(time: .manual)) func `time limits`() async throws {
    let (never, resolver) = Promise<String>.pending()
    func fetch(_ url: String) -> Promise<String> { never }
    func load() -> Promise<String> {
      fetch(url).timeout(.seconds(5)).catch { error in show(error) }
    }
    let loaded = load()
    try await ManualClock.current.advance(by: .seconds(5))
    try await expectRejected(loaded, throws: PromiseError.timedOut, within: .testLimit)
    #expect(shown.count == 1 && shown.entries[0].hasPrefix("The operation timed out.") && resolver.isCancelled)
  }

  @Test(.promises(time: .manual)) func `retries`() async throws {
    let job = "job"
    let asked = Log<String>()
    @Sendable func isReady(_ job: String) -> Promise<Bool> {
      asked(job)
      return .value(asked.count == 3)
    }
    @Sendable func fetchResult(of job: String) -> Promise<String> { .value("result of \(job)") }
    let result =
      until(interval: 2) { isReady(job) }.then { fetchResult(of: job) }
    try await ManualClock.current.advance(by: .seconds(4))
    #expect(try await result.get() == "result of job")
  }

  @Test func `queues`() async throws {
    let worker = MarkedQueue("worker")
    func load() -> Promise<String> { .value("42") }
    @Sendable func parse(_ text: String) -> Int { worker.isCurrent ? Int(text) ?? 0 : -1 }
    @Sendable func store(_ number: Int) { show(["\(number)"]) }
    func work(on worker: DispatchQueue) -> Promise<Void> {
      withPromiseQueue(worker) { load().map { parse($0) }.done { store($0) } }
    }
    try await work(on: worker.queue).get()
    #expect(shown.entries == ["42"])
  }

  private func show(_ text: String) { shown(text) }
  private func show<Item>(_ items: [Item]) { shown(items.map { "\($0)" }.joined(separator: ", ")) }
  private func show(_ user: User, _ settings: Settings) { shown("\(user.name), \(settings.theme)") }
  private func show(_ error: any Error) { shown("\(error)") }
}
