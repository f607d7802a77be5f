import Dispatch
import PromiseConcurrency
import PromiseTesting
import Testing

// What Migration.md shows of pitfalls: each with its cure.

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

extension Promise {
  /// A helper of your own, whose handler runs where its caller wrote it.
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

@Suite(.promises(timeLimit: .seconds(280))) struct PitfallTests {
  private let server = Server()

  @Test @MainActor func helpersWithHandlers() async throws {
    let counter = Counter()
    try await counter.add(.value(2)).get()
    #expect(counter.count == 2)
  }

  @Test @MainActor func conditions() async throws {
    let counter = Counter()
    let answer = retry(
      attempts: 5, delay: 0, condition: { _, _ in counter.count < 3 },
      { () -> Promise<Int> in
        counter.count += 1
        return Promise(error: Offline())
      })
    try await expectRejected(answer, within: .seconds(280))
    #expect(counter.count == 3)
  }

  @Test(.promises(time: .manual)) func caches() async throws {
    let (cached, resolver) = Promise<Int>.pending()
    func answer() -> Promise<Int> { cached }

    // Without `losers:` the cached promise would be canceled.
    let impatient = answer().timeout(seconds: 5, losers: .spare)
    try await ManualClock.current.advance(by: .seconds(5))
    let patient = answer()
    resolver.fulfill(42)

    try await expectRejected(impatient, throws: PromiseError.timedOut, within: .seconds(280))
    #expect(try await patient.get() == 42)
  }

  @Test func brokenChains() async {
    // The promise of `save` is dropped: the chain goes on before it is saved, and its error goes nowhere.
    let broken = server.login().done { [server] _ in _ = server.save(Note()).cauterize() }
    // It is returned: the chain waits for it, and ends with its error.
    let whole = server.login().then { [server] _ in server.save(Note()) }

    let results = await (broken.getResult(), whole.getResult())
    #expect(results.0.isSuccess && !results.1.isSuccess)
  }

  @Test func nestedPromises() async throws {
    let nested: Promise<Promise<Int>> = server.login().map { id in Promise.value(id + 1) }
    let flat: Promise<Int> = server.login().then { id in Promise.value(id + 1) }

    let values = try await (nested.get().get(), flat.get())
    #expect(values.0 == values.1)
  }

  @Test func catchSkipsCancellation() async throws {
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

  @Test(.promises(abandoned: .ignore)) func abandoned() {
    func answer(to question: String) -> Promise<Int> {
      Promise { resolver in
        if question == "6 × 7" { resolver.fulfill(42) }  // and otherwise? The resolver goes, and nobody has called it.
      }
    }

    let error = answer(to: "6 + 7").error
    #expect("\(error!)".contains("abandoned"))
  }

  @Test func doubleResume() async throws {
    // withCheckedThrowingContinuation { server.connect(…) } stops the program: it is resumed twice.
    let connection = try await wrap { handler in server.connect(handler) }.get()

    #expect(connection == 1)
  }

  @Test @MainActor func retainCycles() async {
    weak var editor: Editor?
    do {
      let opened = Editor()
      opened.save(Note())
      editor = opened
    }
    await promisesSettled(timeout: .seconds(280))
    #expect(editor == nil)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
