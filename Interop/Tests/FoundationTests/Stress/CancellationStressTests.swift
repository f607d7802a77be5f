import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  /// Tests that requests that are canceled at random moments leave nothing behind.
  ///
  /// Set `ROUNDS` in the environment to run more rounds of 1,000 requests, and `SEED` to repeat one that has failed. Each
  /// test runs in a process of its own, because it counts what the process holds.
  @Suite(.timeLimit(.minutes(60))) struct CancellationStressTests {
    @Test(arguments: Transfer.allCases.map { [$0] } + [Transfer.allCases])
    func `requests that are canceled at random moments leave nothing behind`(transfers: [Transfer]) async {
      let start = ContinuousClock.now
      await #expect(processExitsWith: .success) { [transfers] in
        let temporary = try Resources.useOwnTemporaryFolder()
        try await Web.with { web in
          let requests = Requests(web: web, transfers: transfers)
          try await requests.prepare()
          // The first round creates threads and descriptors that remain.
          try await requests.run(seed: 0)
          let limit = try await Resources.stableDescriptorCount()
          let seed = Stress.seed
          for round in 0..<Stress.rounds { try await requests.run(seed: seed + UInt64(round)) }
          try await eventually("Descriptors are left (seed \(seed)): \(Resources.descriptors)") {
            Resources.descriptorCount <= limit
          }
        }
        #expect(try Resources.files(in: temporary) == [])
        try FileManager.default.removeItem(at: temporary)
      }
      print("\(transfers): \(Stress.rounds) rounds and a first one took \(ContinuousClock.now - start).")
    }
  }

  /// Rounds of requests to a server.
  private struct Requests: Sendable {
    let web: Web
    /// The ways in which requests are sent.
    let transfers: [Transfer]
    /// The number of requests in a round.
    private let count = 1_000

    init(web: Web, transfers: [Transfer]) {
      self.web = web
      self.transfers = transfers
    }

    /// The file to upload.
    private var upload: URL { web.folder.appendingPathComponent("upload") }

    /// Sets up the server, and creates the file to upload.
    func prepare() async throws {
      let body = Data(repeating: 1, count: 200_000)
      try body.write(to: upload)
      await web.answer("/small") { _ in HTTPResponse(statusCode: .ok, body: Data("small".utf8)) }
      await web.answer("/large") { _ in
        HTTPResponse(statusCode: .ok, body: HTTPBodySequence(data: body, suggestedBufferSize: 65_536))
      }
      await web.answer("/upload") { request in
        for try await _ in request.bodySequence {}
        return HTTPResponse(statusCode: .ok, body: Data("done".utf8))
      }
      // A third of the requests is redirected once or twice, because Foundation traps when it is canceled meanwhile.
      for path in ["/small", "/large", "/upload"] {
        await web.redirect("/moved\(path)", to: path)
        await web.redirect("/moved/twice\(path)", to: "/moved\(path)")
      }
    }

    /// Sends 1,000 requests, cancels most of them, and expects that nothing is left.
    func run(seed: UInt64) async throws {
      alarm(600)  // ends the process if the round hangs
      let left = try await promisesLeftAlive {
        try await sendAll(seed: seed)
        try await eventually("Files are left (seed \(seed)).") { try web.files == ["upload"] }
      }
      #expect(left.isEmpty, "seed \(seed): \(left.count) promises, such as \(left.prefix(3))")
      #expect(try web.files == ["upload"], "seed \(seed)")
    }

    /// Sends 1,000 requests in a session, eight at a time.
    private func sendAll(seed: UInt64) async throws {
      let session = URLSession(configuration: .ephemeral)
      // A session keeps connections that it could use again.
      defer { session.finishTasksAndInvalidate() }
      let (fulfilled, canceled) = (Counter(from: 0), Counter(from: 0))
      let outcomes = (0..<count).concurrentMap(maxConcurrent: 8, order: .completion) { number in
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        return await send(number, in: session, &generator)
      }
      for try await outcome in outcomes {
        switch outcome {
        case .success: _ = fulfilled.next()
        case .failure(let error) where error.isCancelled: _ = canceled.next()
        case .failure(let error): Issue.record("\(error) (seed \(seed))")
        }
      }
      let (fulfilledCount, canceledCount) = (fulfilled.next(), canceled.next())
      #expect(fulfilledCount + canceledCount == count && fulfilledCount > 0 && canceledCount > 0, "seed \(seed)")
      #expect(await session.taskCount == 0, "seed \(seed)")
    }

    /// Sends one request, and cancels it after up to four milliseconds, or not at all.
    private func send(
      _ number: Int, in session: URLSession, _ generator: inout SeededGenerator
    ) async -> Result<Void, any Error> {
      let prefix = ["", "", "", "", "/moved", "/moved/twice"].randomElement(using: &generator)!
      let path = prefix + (Bool.random(using: &generator) ? "/small" : "/large")
      let file = web.folder.appendingPathComponent("\(number)")
      var post = URLRequest(url: web.url(prefix + "/upload"))
      post.httpMethod = "POST"
      var download: Promise<(saveLocation: URL, response: URLResponse)>?
      let promise: Promise<Void>
      switch transfers.randomElement(using: &generator)! {
      case .data: promise = session.dataTask(.promise, with: web.url(path)).asVoid()
      case .download:
        let task = session.downloadTask(.promise, with: web.url(path), to: file)
        download = task
        promise = task.asVoid()
      case .uploadOfData: promise = session.uploadTask(.promise, with: post, from: Data(count: 100_000)).asVoid()
      case .uploadOfFile: promise = session.uploadTask(.promise, with: post, fromFile: upload).asVoid()
      }
      let delay = Double.random(in: 0...0.004, using: &generator)
      let outcome: Result<Void, any Error>
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        outcome = await promise.getResult()
      case 1:
        promise.cancel()
        outcome = await promise.getResult()
      case 2:
        let task = Task { try await promise.get(cancellation: .forward) }
        await after(seconds: delay).get()
        task.cancel()
        outcome = await task.result
      case 3:
        outcome = await promise.timeout(seconds: delay).getResult().flatMapError { error in
          error as? PromiseError == .timedOut ? .failure(CancellationError()) : .failure(error)
        }
      default:
        let cancellation = after(seconds: delay).done { promise.cancel() }
        outcome = await promise.getResult()
        await cancellation.get()
      }
      // A download that was fulfilled has created its file, and a canceled one has not. The outcome may differ: a time
      // limit or a cancellation may end just before the download, and has an outcome before it cancels the download.
      if let download, case .success = await download.getResult() { try? FileManager.default.removeItem(at: file) }
      return outcome
    }
  }
#endif
