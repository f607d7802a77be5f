import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

// The code in the documentation of PromiseScoping.

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) @MainActor struct ScopingCodeTests {
  typealias User = String

  @MainActor final class ProfileModel {
    private let scope = PromiseScope()
    private(set) var user: User?

    func reload() {
      fetchUser().done { [weak self] user in self?.user = user }.catch { error in show(error) }.store(in: scope)
      scope.addTask { await recordVisit() }
    }
  }

  @Test func `work that ends with its owner`() async throws {
    var model: ProfileModel? = ProfileModel()
    model?.reload()
    await wait { model?.user != nil }
    weak let released = model
    model = nil
    await wait { released == nil }
  }

  @Test func `waiting until canceled work has ended`() async throws {
    let log = Log<String>()
    @Sendable func index() async { await work("index") }
    @Sendable func upload() async { await work("upload") }
    @Sendable func work(_ name: String) async {
      while !Task.isCancelled { await Task.yield() }
      log(name)
    }

    let scope = PromiseScope()
    let upload = scope.addTask { await upload() }
    Promise { await index() }.store(in: scope)

    scope.cancel()  // rejects both promises at once and cancels their tasks
    try await scope.waitForAll()  // returns when the tasks have ended

    #expect(upload.isCancelled)
    #expect(log.entries.sorted() == ["index", "upload"])
  }

  // “How does cancellation propagate?” in “What does get() return or throw?”
  @Test func `a wait in a scope that is canceled`() async throws {
    let (promise, resolver) = Promise<User>.pending()
    @Sendable func fetchUser(_ id: Int) -> Promise<User> { promise }

    let task = Task {
      try await withPromiseScope { _ in
        try await fetchUser(1).get()  // is canceled with the task, as an `async` function is
      }
    }

    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `a function that leaves nothing behind`() async throws {
    let log = Log<String>()
    let (photos, videos) = ("photos", "videos")
    @Sendable func upload(_ name: String) async throws { log(name) }
    func legacyUpload(_ name: String) -> Promise<Void> { Promise { try await upload(name) } }
    func uploadNotes() async throws { try await upload("notes") }

    try await withPromiseScope { scope in
      scope.addTask { try await upload(photos) }
      legacyUpload(videos).store(in: scope)
      try await uploadNotes()
    }  // Nothing is running any longer.

    #expect(log.entries.sorted() == ["notes", "photos", "videos"])
  }

  @Test func `all errors of a scope`() async throws {
    let log = Log<String>()
    let files = [1, 2, 3]
    @Sendable func save(_ file: Int) async throws { if file != 2 { throw TestError.one } }
    func show(_ error: any Error) { log("\(error)") }

    do {
      try await withPromiseScope(failures: .collect) { scope in
        for file in files { scope.addTask { try await save(file) } }
      }
    } catch let error as PromiseScopeErrors {
      for error in error.errors { show(error) }
    }

    #expect(log.entries == ["one", "one"])
  }

  @Test func `one chain in a scope`() async throws {
    let log = Log<String>()
    func fetchUser() -> Promise<String> { .value("Ada") }
    func show(_ text: String) { log(text) }
    func show(_ error: any Error) { log("\(error)") }
    let scope = PromiseScope()

    fetchUser().done { show($0) }.catch { show($0) }.store(in: scope)

    try await scope.waitForAll()
    #expect(log.entries == ["Ada"])
  }
}

private func fetchUser() -> Promise<String> { .value("Ada") }
private func recordVisit() async {}
private func show(_ error: any Error) {}
