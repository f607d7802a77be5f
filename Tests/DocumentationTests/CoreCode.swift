import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// What the documentation of PromiseCore shows.

@MainActor private final class Player {
  private(set) var title = ""

  func load(_ name: Promise<String>) -> Promise<Void> {
    name.done { self.title = $0 }  // on the main actor
  }
}

private actor Library {
  private(set) var titles: [String] = []

  func keep(_ name: Promise<String>) -> Promise<Void> {
    name.done { self.titles.append($0) }  // on this actor
  }
}

/// Somebody's old interface, with a handle to cancel by.
private final class Download: Sendable {
  private let log: Log<String>
  private let completion: @Sendable (String?, (any Error)?) -> Void

  init(_ log: Log<String>, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    self.log = log
    self.completion = completion
  }

  func cancel() { log("download cancelled") }
}

@Suite(.promises(timeLimit: .seconds(280))) struct CoreCodeTests {
  private let log = Log<String>()

  @Test func whereHandlersRun() async throws {
    let player = Player()
    let library = Library()
    try await player.load(.value("Ada")).get()
    try await library.keep(.value("Bob")).get()
    let titles = await (player.title, library.titles)
    #expect(titles == ("Ada", ["Bob"]))
  }

  @Test func queues() async throws {
    let name = Promise.value("Ada")
    let queue = DispatchQueue(label: "files")
    let written =
      name
      .map(on: queue) { $0.uppercased() }  // on that queue
      .map(on: nil) { $0 + "!" }  // at once, wherever the promise settles
      .get { await note($0) }  // in a task

    #expect(try await written.get() == "ADA!" && log.entries == ["ADA!"])
  }

  private func note(_ line: String) async { log(line) }

  @Test func whoIsTold() async {
    let log = log
    func download() -> Promise<String> {
      Promise { resolver in
        let download = Download(log) { text, error in resolver.resolve(text, error) }
        resolver.onCancel { download.cancel() }
      }
    }

    let text = download()
    let title = text.map(on: nil) { $0.prefix(1) }
    let size = text.map(on: nil) { $0.count }
    title.cancel()  // `size` still wants the text
    size.cancel()  // now nobody does: the download is cancelled

    #expect(text.isCancelled && log.entries == ["download cancelled"])
  }

  @Test(.promises(time: .manual)) func timeLimits() async throws {
    let (answer, resolver) = Promise<Int>.pending()
    let inTime = answer.timeout(seconds: 5)  // late: the answer is canceled, unless another consumer wants it
    try await ManualClock.current.advance(by: .seconds(5))

    #expect(inTime.error as? PromiseError == .timedOut && resolver.isCancelled)
  }

  @Test func progress() async throws {
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
    large.progress.weight = 3  // counts three times as much as the other
    let both = when(fulfilled: small, large)
    both.onProgress(on: nil) { log("\(Int($0.fractionCompleted * 100)) %") }

    resolver.fulfill()
    _ = try await both.get()
    #expect(log.entries.last == "100 %")
  }

  @Test func diagnostics() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { event in
        switch event {
        case .unhandledRejection(let error, let file, let line): log("\(file):\(line) \(error)")
        case .cauterized(let error, _, _): log("cauterized \(error)")
        case .abandonedPromise, .abandonedGuarantee: log("\(event)")
        case .waitOnMainThread: preconditionFailure("\(event)")
        }
      }

      _ = Promise<Int>(error: PromiseError.badInput).map(on: nil) { $0 }
      _ = Promise<Int> { _ in }
      #expect(log.count == 2)
    }
  }
}
