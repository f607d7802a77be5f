import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// What the comments of PromiseConcurrency show.

private struct User: Equatable {
  var name: String
}

private struct Image: Equatable {
  var name: String
}

/// An interface with a completion handler and a handle for cancellation.
private struct Client {
  final class Download: Sendable {
    func cancel() {}
  }

  func load(_ url: String, completion: @escaping @Sendable (Image?, (any Error)?) -> Void) -> Download {
    DispatchQueue.global().async { completion(Image(name: url), nil) }
    return Download()
  }
}

private actor Store {
  private(set) var texts: [String] = []

  func save(_ text: String) throws { texts.append(text) }
}

private struct Status {
  var isFinal: Bool
}

private let id = 1
private let url = "an address"
private let urls = ["a", "b"]
private let job = "job"
private let users = [User(name: "Ada")]

private func load(_ url: String, completion: @escaping @Sendable (Image?, (any Error)?) -> Void) {
  _ = Client().load(url, completion: completion)
}
private func fetchUser(_ id: Int) -> Promise<User> { .value(User(name: "user \(id)")) }
private func fetchAvatar(of user: User) -> Promise<Image> { .value(Image(name: user.name)) }
private func fetchImage(_ id: Int) -> Promise<Image> { .value(Image(name: "\(id)")) }
private func fetchUserIDs() -> Promise<[Int]> { .value([1, 2]) }
private func fetchResult(of job: String) -> Promise<Image> { .value(Image(name: job)) }
private func login() async throws -> User { User(name: "Ada") }
private func load(_ url: String) async throws -> Image { Image(name: url) }
private func image(_ id: Int) async throws -> Image { Image(name: "\(id)") }
private func user(_ id: Int) async throws -> User { User(name: "user \(id)") }
private func append(_ number: Int, to text: String) async throws -> String { text + "\(number)" }
private func isReady(_ job: String) async throws -> Bool { true }
private func fetchStatus(of job: String) async throws -> Status { Status(isFinal: true) }

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct BridgingComments {
  private let shown = Log<String>()

  @Test func `awaiting promises`() async throws {
    let called = try await {
      let data = try await wrap { handler in load(url, completion: handler) }.get()
      return data
    }()
    let client = Client()
    let resolved = try await {
      let data = try await withResolver { resolver in
        let download = client.load(url, completion: resolver.resolve)
        resolver.onCancel { download.cancel() }
      }
      return data
    }()
    let one = try await {
      let user = try await fetchUser(id).get()
      return user
    }()
    let soon = try await {
      let user = try await fetchUser(id).get(timeout: 5)
      return user
    }()
    switch await fetchUser(id).getResult() {
    case .success(let user): show(user)
    case .failure(let error): show(error)
    }
    #expect(called == Image(name: url) && called == resolved && one == soon && shown.entries == ["user 1"])
  }

  @Test func `task groups`() async throws {
    try await withThrowingTaskGroup(of: Image.self) { group in
      group.addPromise(fetchImage(1))  // a promise
      group.addTask { try await image(2) }  // an `async` function
      for try await image in group { show(image) }
    }
    #expect(Set(shown.entries) == ["1", "2"])
  }

  @Test func `promises of async functions`() async throws {
    func retried() -> Promise<Void> {
      retry(attempts: 3) { try await load(url) }.done { show($0) }.catch { show($0) }
    }
    func result() -> Promise<Image> {
      until(interval: 2) { try await isReady(job) }.then { fetchResult(of: job) }
    }
    try await retried().get()
    #expect(try await result().get() == Image(name: job))
    #expect(shown.entries == [url])
  }

  @Test func `operators with async closures`() async throws {
    struct Connection {
      let shown: Log<String>
      func close() async { shown("closed") }
    }
    let connection = Connection(shown: shown)
    func work() -> Promise<Int> { .value(1) }
    func workAndClose() -> Promise<Int> {
      work().ensure { await connection.close() }.catch { show($0) }
    }
    func text() -> Promise<String> {
      Promise.value("").reduce([1, 2, 3]) { text, number in try await append(number, to: text) }
    }
    func names() -> Promise<[User]> {
      fetchUserIDs().thenMap { try await user($0) }
    }
    #expect(try await workAndClose().get() == 1 && shown.entries == ["closed"])
    #expect(try await text().get() == "123")
    #expect(try await names().get() == [User(name: "user 1"), User(name: "user 2")])
  }

  @Test func `work that keeps its order`() async throws {
    let store = Store()
    let saves = PromiseQueue()
    func textChanged(_ text: String) {  // not `async`, and called often
      saves.add { try await store.save(text) }  // in the order of the calls
    }
    for text in ["a", "ab", "abc"] { textChanged(text) }
    await promisesSettled(timeout: .testLimit)
    #expect(await store.texts == ["a", "ab", "abc"])
  }

  @Test func `promises as sequences`() async throws {
    let locations = AsyncStream { continuation in
      continuation.yield("here")
      continuation.finish()
    }
    func first() -> Promise<Void> {
      Promise(first: locations).done { show($0) }.catch { show($0) }
    }
    try await first().get()
    let (readings, continuation) = AsyncStream<Int>.makeStream()
    func high() -> Promise<Void> {
      Promise(first: readings) { $0 > 100 }.done { show($0) }.catch { show($0) }
    }
    for reading in [90, 110] { continuation.yield(reading) }
    try await high().get()
    func all() -> Promise<Void> {
      Promise(collecting: urls.concurrentMap(maxConcurrent: 4) { try await load($0) }).done { show($0) }
    }
    try await all().get()
    let (sizes, sizesContinuation) = AsyncStream<Int>.makeStream()
    func total() -> Promise<Void> {
      Promise(reducing: sizes, 0) { $0 + $1 }.done { show($0) }.catch { show($0) }
    }
    for size in [1, 2] { sizesContinuation.yield(size) }
    sizesContinuation.finish()
    try await total().get()
    for try await image in urls.concurrentMap(maxConcurrent: 4, { try await load($0) }) { show(image) }
    for try await status in poll(interval: 2, until: { $0.isFinal }, { try await fetchStatus(of: job) }) {
      show(status)
    }
    func fetchAvatar(_ user: User) -> Promise<Image> { .value(Image(name: user.name)) }
    for try await avatar in users.map(fetchAvatar).inCompletionOrder { show(avatar) }
    #expect(Set(shown.entries) == ["here", "110", "a, b", "3", "a", "b", "final", "Ada"])
  }

  @Test func `progress as a sequence`() async throws {
    final class Bar {
      var value: Double? = 0
    }
    let bar = Bar()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.progress.report(1, of: 2)
    resolver.fulfill(1)
    for await snapshot in promise.progress.updates { bar.value = snapshot.fractionCompleted }
    #expect(bar.value == 1)
  }

  @Test func `functions and tasks`() async throws {
    func fetchUser(_ id: Int) async throws -> User { try await user(id) }
    func fetchUser(_ id: Int) -> Promise<User> {
      Promise { try await fetchUser(id) }
    }
    let fetched: Promise<User> = fetchUser(id)
    func fetch(_ url: String) async throws -> Image { try await load(url) }
    func download() {
      let download = Task { try await fetch(url) }
      Promise(download).done { show($0) }.catch { show($0) }
    }
    download()
    await promisesSettled(timeout: .testLimit)
    #expect(try await fetched.get() == User(name: "user 1") && shown.entries == [url])
  }

  private func show(_ user: User) { shown(user.name) }
  private func show(_ image: Image) { shown(image.name) }
  private func show(_ images: [Image]) { shown(images.map(\.name).joined(separator: ", ")) }
  private func show(_ number: Int) { shown("\(number)") }
  private func show(_ status: Status) { if status.isFinal { shown("final") } }
  private func show(_ text: String) { shown(text) }
  private func show(_ error: any Error) { shown("\(error)") }
}
