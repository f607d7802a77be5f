import CallbackSDK
import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code of the article Pitfalls.md, and the last code block of Migration.md.

private struct Offline: Error {}

private struct Note: Sendable {}

private final class Server: Sendable {
  func login() -> Promise<Int> { .value(1) }
  func save(_ note: Note) -> Promise<Void> { Promise(error: Offline()) }

  /// Calls back twice when the connection is restored.
  func connect(_ handler: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    handler(1, nil)
    handler(2, nil)
  }
}

@MainActor private final class Editor {
  let server = Server()
  var status = ""
  var saving: Promise<Void>?

  func save(_ note: Note) {
    saving = server.save(note)
      .done { [weak self] in self?.status = "saved" }
      .ensure { [weak self] in self?.saving = nil }
      .catch { [weak self] error in self?.status = "\(error)" }
  }

  isolated deinit { saving?.cancel() }
}

private final class Archive: Sendable {
  private let pending = Promise<Void>.pending()

  /// Whether the work is still wanted.
  var isStoring: Bool { !pending.resolver.isCancelled }

  func store(_ note: Note) -> Promise<Void> { pending.promise }
}

private actor Recorder {
  let archive: Archive
  var status = ""
  var storing: Promise<Void>?

  init(_ archive: Archive) { self.archive = archive }

  func store(_ note: Note) {
    storing = archive.store(note)
      .done { @concurrent [weak self] in await self?.show("stored") }
      .catch { @concurrent [weak self] error in await self?.show("\(error)") }
  }

  func show(_ text: String) { status = text }

  deinit { storing?.cancel() }
}

extension Promise {
  /// A helper of your own, whose handler runs with the isolation of its caller.
  func alsoDone(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> Promise<Void> {
    done(body)
  }
}

@MainActor private final class Counter {
  var count = 0

  func add(_ number: Promise<Int>) -> Promise<Void> { number.alsoDone { self.count += $0 } }
}

@MainActor private final class Names {
  private(set) var isLoading = false

  func name(_ id: Int) -> Promise<String> {
    wrap { handler in SDK.load(id, completion: handler) }
  }

  func shownName(_ id: Int) -> Promise<String> {
    Promise { resolver in
      isLoading = true  // The body may use the state of the main actor.
      SDK.load(id, completion: resolver.resolve)
    }.ensure { self.isLoading = false }
  }

  func length(_ id: Int) -> Promise<Int> {
    Promise { resolver in
      SDK.load(id) { @Sendable name, error in resolver.resolve(name?.count, error) }
    }
  }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PitfallTests {
  private let server = Server()

  @Test @MainActor func `main-actor code uses an older SDK`() async throws {
    let names = Names()
    #expect(try await names.name(1).get() == "1")
    let shown = names.shownName(12)
    #expect(names.isLoading)
    #expect(try await shown.get() == "12")
    #expect(!names.isLoading)
    #expect(try await names.length(123).get() == 3)
  }

  @Test @MainActor func `a helper that passes on a handler runs it with the isolation of its caller`() async throws {
    let counter = Counter()
    try await counter.add(.value(2)).get()
    #expect(counter.count == 2)
  }

  @Test @MainActor func `the condition of retry may use the state of its actor`() async throws {
    let counter = Counter()
    let answer = retry(
      attempts: 5, delay: 0, condition: { _, _ in counter.count < 3 },
      { () -> Promise<Int> in
        counter.count += 1
        return Promise(error: Offline())
      })
    try await expectRejected(answer, within: .testLimit)
    #expect(counter.count == 3)
  }

  @Test(.promises(time: .manual)) func `a time limit can spare a cached promise`() async throws {
    let (cached, resolver) = Promise<Int>.pending()
    func answer() -> Promise<Int> { cached }

    // Without `losers: .spare`, the time limit would cancel the cached promise.
    let impatient = answer().timeout(seconds: 5, losers: .spare)
    try await ManualClock.current.advance(by: .seconds(5))
    let patient = answer()
    resolver.fulfill(42)

    try await expectRejected(impatient, throws: PromiseError.timedOut, within: .testLimit)
    #expect(try await patient.get() == 42)
  }

  @Test func `a chain waits for a promise only if the handler returns it`() async {
    // The promise of `save` is dropped: the chain continues before it settles, and its error is lost.
    let broken = server.login().done { [server] _ in _ = server.save(Note()).cauterize() }
    // The promise is returned: the chain waits for it and adopts its outcome.
    let whole = server.login().then { [server] _ in server.save(Note()) }

    let results = await (broken.getResult(), whole.getResult())
    #expect(results.0.isSuccess && !results.1.isSuccess)
  }

  @Test func `map nests a promise that its handler returns, and then adopts it`() async throws {
    let nested: Promise<Promise<Int>> = server.login().map { id in Promise.value(id + 1) }
    let flat: Promise<Int> = server.login().then { id in Promise.value(id + 1) }

    let values = try await (nested.get().get(), flat.get())
    #expect(values.0 == values.1)
  }

  @Test func `catch skips cancellation and ensure does not`() async throws {
    let seen = Lock<[String]>([])
    let (promise, resolver) = Promise<Int>.pending()
    let caught =
      promise
      .catch { _ in seen.withLock { $0.append("catch") } }  // not called
      .catch(policy: .allErrors) { _ in seen.withLock { $0.append("catch, all errors") } }
      .ensure { seen.withLock { $0.append("ensure") } }
    promise.cancel()

    _ = await caught.getResult()
    #expect(resolver.isCancelled)
    #expect(seen.withLock { $0 } == ["catch, all errors", "ensure"])
  }

  @Test(.promises(abandoned: .ignore)) func `a promise whose resolver is released is rejected as abandoned`() {
    func answer(to question: String) -> Promise<Int> {
      Promise { resolver in
        if question == "6 × 7" { resolver.fulfill(42) }  // Otherwise the resolver is released without a call.
      }
    }

    let error = answer(to: "6 + 7").error
    #expect("\(error!)".contains("abandoned"))
  }

  @Test func `wrap uses the first of two calls of its handler`() async throws {
    // withCheckedThrowingContinuation { server.connect(…) } would trap, because it would be resumed twice.
    let connection = try await wrap { handler in server.connect(handler) }.get()

    #expect(connection == 1)
  }

  @Test func `an actor is deallocated while a concurrent handler with a weak reference waits`() async {
    let archive = Archive()
    weak var recorder: Recorder?
    do {
      let opened = Recorder(archive)
      await opened.store(Note())
      recorder = opened
    }
    // The task that called `store` may not have released the actor yet.
    while recorder != nil { await Task.yield() }
    #expect(!archive.isStoring)
  }

  @Test @MainActor func `an object with weak handlers is deallocated`() async {
    weak var editor: Editor?
    do {
      let opened = Editor()
      opened.save(Note())
      editor = opened
    }
    await promisesSettled(timeout: .testLimit)
    #expect(editor == nil)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
