import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The tests of this folder alone find a document that promises what its code does not do: each code block is in one of
// its files, word for word (`Scripts/check-code-blocks`), and a test runs it and checks what the document says.

// The code in the documentation of PromiseCore.

/// An interface with a completion handler and a handle for cancellation.
private final class Download: Sendable {
  private let log: Log<String>
  private let completion: @Sendable (String?, (any Error)?) -> Void

  init(_ log: Log<String>, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    self.log = log
    self.completion = completion
  }

  func cancel() {
    log("download canceled")
    completion(nil, CancellationError())
  }
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CoreCodeTests {
  private let log = Log<String>()

  struct User: Sendable {
    let name: String
    let avatarID: Int
  }

  func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    DispatchQueue.global().async { completion(User(name: "Ada", avatarID: id), nil) }
  }

  func fetchAvatar(_ id: Int) -> Promise<String> { .value("avatar \(id)") }

  @MainActor final class Player {
    private(set) var title = ""

    func load(_ name: Promise<String>) -> Promise<Void> {
      name.done { self.title = $0 }  // on the main actor
    }
  }

  actor Library {
    private(set) var titles: [String] = []

    func add(_ name: Promise<String>) -> Promise<Void> {
      name.done { self.titles.append($0) }  // on this actor
    }
  }

  func fetchUser(_ id: Int) -> Promise<User> {
    wrap { handler in loadUser(id, completion: handler) }
  }

  private func show(_ line: String) { log(line) }
  private func note(_ line: String) async { log(line) }

  // With the manual clock, the timeout does not depend on how busy the machine is.
  @Test func `a scoped default queue reaches what its handlers attach`() async throws {
    let worker = DispatchQueue(label: "worker")
    let onWorker = DispatchSpecificKey<Bool>()
    worker.setSpecific(key: onWorker, value: true)
    let (light, resolver) = Promise<Int>.pending()
    let doubled = withPromiseQueue(worker) {
      light.then { _ in light.map { $0 * 2 } }  // both handlers run on `worker`
    }
    let place = withPromiseQueue(worker) {
      light.then { _ in light.map { _ in DispatchQueue.getSpecific(key: onWorker) } }
    }
    resolver.fulfill(21)
    #expect(try await doubled.get() == 42)
    #expect(try await place.get() == true)
  }

  @Test(.promises(time: .manual)) func `a chain`() async throws {
    let shown = fetchUser(1)
      .then { user in fetchAvatar(user.avatarID) }
      .timeout(seconds: 10)
      .done { avatar in show(avatar) }
      .catch { error in show("No avatar: \(error)") }

    try await shown.get()
    #expect(log.entries == ["avatar 1"])
  }

  @Test func `handlers in actors`() async throws {
    let player = Player()
    let library = Library()
    try await player.load(.value("Ada")).get()
    try await library.add(.value("Bob")).get()
    let titles = await (player.title, library.titles)
    #expect(titles == ("Ada", ["Bob"]))
  }

  @Test func `handlers on queues`() async throws {
    let name = Promise.value("Ada")
    let queue = DispatchQueue(label: "files")
    let written =
      name
      .map(on: queue) { $0.uppercased() }  // on that queue
      .map(on: nil) { $0 + "!" }  // inline, on the thread that settles the promise
      .get { await note($0) }  // in a task

    #expect(try await written.get() == "ADA!" && log.entries == ["ADA!"])
  }

  @Test func `cancellation travels upstream`() async {
    let log = log
    func download() -> Promise<String> {
      Promise { resolver in
        let download = Download(log, completion: resolver.resolve)
        resolver.onCancel { download.cancel() }
      }
    }

    let text = download()
    let title = text.map(on: nil) { $0.prefix(1) }
    let size = text.map(on: nil) { $0.count }
    title.cancel()  // `size` still wants the text.
    size.cancel()  // No consumer is left: the download is canceled.

    #expect(text.isCancelled && log.entries == ["download canceled"])
  }

  @Test func `waiting for canceled work to end`() async {
    let log = log
    func download() -> (text: Promise<String>, ended: Guarantee<Void>) {
      let (ended, end) = Guarantee<Void>.pending()
      let text = Promise<String> { resolver in
        let download = Download(log) { @Sendable text, error in
          resolver.resolve(text, error)
          end(())
        }
        resolver.onCancel { download.cancel() }
      }
      return (text, ended)
    }

    let (text, ended) = download()
    text.cancel()
    await ended.get()  // The download has called its completion handler.

    #expect(text.isCancelled && log.entries == ["download canceled"])
  }

  @Test(.promises(time: .manual)) func `a time limit`() async throws {
    let (answer, resolver) = Promise<Int>.pending()
    let inTime = answer.timeout(seconds: 5)  // cancels `answer` when it fires, unless another consumer wants it
    try await ManualClock.current.advance(by: .seconds(5))

    #expect(inTime.error as? PromiseError == .timedOut && resolver.isCancelled)
  }

  @Test func `progress`() async throws {
    let log = log
    @Sendable func copy(_ name: String, size: Int64) -> Promise<String> {
      Promise { resolver in
        for bytes in 1...size { resolver.progress.report(bytes, of: size, "copying \(name)") }
        resolver.fulfill(name)
      }
    }

    let (start, resolver) = Promise<Void>.pending()
    let small = start.then(on: nil) { copy("small", size: 1) }
    let large = start.then(on: nil) { copy("large", size: 3) }
    large.progress.weight = 3  // counts three times as much as `small`
    let both = when(fulfilled: small, large)
    both.onProgress(on: nil) { log("\(Int($0.fractionCompleted * 100)) %") }

    resolver.fulfill()
    _ = try await both.get()
    #expect(log.entries.last == "100 %")
  }

  @Test func `diagnostics`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { event in
        switch event {
        case .unhandledRejection(let error, let file, let line): log("\(file):\(line) \(error)")
        case .cauterized(let error, _, _): log("cauterized \(error)")
        case .abandonedPromise, .abandonedGuarantee: log("\(event)")
        case .waitOnMainThread, .mainQueueDoesNotRun, .waitBlocksHandler, .contradictoryOutcome, .stillPending:
          log("\(event)")
        }
      }

      _ = Promise<Int>(error: PromiseError.badInput).map(on: nil) { $0 }
      _ = Promise<Int> { _ in }
      #expect(log.count == 2)
    }
  }
  private struct Logger {
    let warnings = Log<String>()

    func warning(_ text: String) { warnings(text) }
  }

  @Test func `diagnostics in a log`() async {
    await #expect(processExitsWith: .success) {
      let logger = Logger()
      PromiseDiagnostics.handler = { event in logger.warning("\(event)") }
      _ = Promise<Int>(error: PromiseError.badInput).map(on: nil) { $0 }
      #expect(logger.warnings.count == 1)
    }
  }
}

// “How does the context of a request reach the handlers?”

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RequestContextTests {
  struct Request: Sendable {
    let id: Int
  }

  struct Response: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  enum RequestID {
    @TaskLocal static var current: Int?
  }

  private let lines = Log<String>()

  private func log(_ text: String) { lines("\(RequestID.current ?? 0) \(text)") }

  private func loadUser(_ request: Request) -> Promise<String> {
    wrap { handler in DispatchQueue.global().async { handler("user \(request.id)") } }.promise
  }

  func handle(_ request: Request) -> Promise<Response> {
    RequestID.$current.withValue(request.id) {
      loadUser(request).map { user in
        log("loaded")  // sees the identifier of this request
        return Response(user)
      }
    }
  }

  @Test func `handlers see the identifier of their request`() async throws {
    PromiseTaskLocals.register(RequestID.$current)
    let responses = try await when(fulfilled: (1...9).map { handle(Request(id: $0)) }).get()
    #expect(responses.map(\.text) == (1...9).map { "user \($0)" })
    #expect(lines.entries.sorted() == (1...9).map { "\($0) loaded" })
  }
}
