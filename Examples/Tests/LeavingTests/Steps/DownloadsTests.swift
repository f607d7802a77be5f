import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport
import PromiseTesting
import Testing

@Suite(.promises, .timeLimit(.minutes(1))) struct DownloadsTests {
  let clock = TestClock()
  let log = Log()

  @Test(arguments: Step.allCases) func `the fastest mirror wins, and the other is stopped`(step: Step) async throws {
    let stopped = Gate()
    let sdk = FakeSDK(downloads: { download in
      if download.mirror == "b" { download.completion([1, 2], nil) }
      return { if download.mirror == "a" { stopped.open() } }
    })
    #expect(try await step.app(sdk).download(7) == [1, 2])
    await stopped.opened()
  }

  @Test(arguments: Step.allCases) func `a failure of one mirror does not matter`(step: Step) async throws {
    let sdk = FakeSDK(downloads: { download in
      download.completion(download.mirror == "b" ? [1] : nil, download.mirror == "b" ? nil : PodcastError.serverFailed)
      return {}
    })
    #expect(try await step.app(sdk).download(7) == [1])
    await #expect(throws: PodcastError.serverFailed) { try await step.app(sdk, mirrors: ["a", "c"]).download(7) }
  }

  @Test(arguments: Step.allCases) func `a download that takes too long is stopped`(step: Step) async throws {
    let stopped = Gate()
    let app = step.app(FakeSDK(downloads: { _ in { stopped.open() } }), mirrors: ["a"], clock: clock)
    let task = Task { try await app.downloadInTime(7) }
    await clock.sleeper(for: .seconds(30))
    clock.advance(by: .seconds(30))
    await #expect(throws: PodcastError.timedOut) { try await task.value }
    await stopped.opened()
  }

  @Test(arguments: Step.allCases) func `a failed download is repeated after five seconds`(step: Step) async throws {
    let attempts = Counter()
    let sdk = FakeSDK(downloads: { download in
      let isLast = attempts.next() == 3
      download.completion(isLast ? [1] : nil, isLast ? nil : PodcastError.serverFailed)
      return {}
    })
    let app = step.app(sdk, mirrors: ["a"], clock: clock)
    let task = Task { try await app.downloadPersistently(7) }
    for _ in 1...2 {
      await clock.sleeper(for: .seconds(5))
      clock.advance(by: .seconds(5))
    }
    #expect(try await task.value == [1])
    #expect(attempts.next() == 4)
  }

  @Test(arguments: Step.allCases) func `what does not exist is not repeated`(step: Step) async {
    let attempts = Counter()
    let sdk = FakeSDK(downloads: { download in
      _ = attempts.next()
      download.completion(nil, PodcastError.notFound)
      return {}
    })
    await #expect(throws: PodcastError.notFound) {
      try await step.app(sdk, mirrors: ["a"], clock: clock).downloadPersistently(7)
    }
    #expect(attempts.next() == 2)
  }

  @Test(arguments: Step.allCases) func `two episodes at a time are downloaded`(step: Step) async throws {
    let (two, end) = (Gate(), Gate())
    let sdk = FakeSDK(downloads: { [log] download in
      log.note("\(download.episode)")
      if log.lines.count == 2 { two.open() }
      Task {
        await end.opened()
        download.completion(Array(repeating: 0, count: download.episode), nil)
      }
      return {}
    })
    let app = step.app(sdk, mirrors: ["a"])
    let task = Task { try await app.sizes(of: [4, 2, 3, 1]) }
    await two.opened()
    #expect(Set(log.lines) == ["4", "2"])
    end.open()
    #expect(try await task.value == [4, 2, 3, 1])
  }

  @Test(arguments: Step.allCases) func `a download starts when the episode is encoded`(step: Step) async throws {
    let questions = Counter()
    let app = step.app(FakeSDK(encoded: { questions.next() == 2 }), mirrors: ["a"], clock: clock)
    let task = Task { try await app.downloadWhenEncoded(3) }
    await clock.sleeper(for: .seconds(10))
    clock.advance(by: .seconds(10))
    #expect(try await task.value == [0, 0, 0])
    #expect(questions.next() == 3)
  }

  @Test(arguments: Step.allCases) func `a download starts after a pause`(step: Step) async throws {
    let app = step.app(FakeSDK(), mirrors: ["a"], clock: clock)
    let task = Task { try await app.downloadLater(3) }
    await clock.sleeper(for: .seconds(60))
    clock.advance(by: .seconds(60))
    #expect(try await task.value == [0, 0, 0])
  }

  @Test(arguments: Step.allCases) func `a download reports its progress`(step: Step) async throws {
    let downloads = AsyncStream<Download>.makeStream()
    let sdk = FakeSDK(downloads: { download in
      downloads.continuation.yield(download)
      return {}
    })
    let app = step.app(sdk)
    let task = Task { [log] in try await app.download(7, from: "a") { log.note("\($0)") } }
    for await download in downloads.stream.prefix(1) {
      // A promise passes progress on from the moment it is asked for, and no report that equals the last one.
      var count = 0
      while log.lines.isEmpty {
        count = count % 3 + 1
        download.progress(count, 4)
        await Task.yield()
      }
      download.completion([1], nil)
    }
    #expect(try await task.value == [1])
    #expect(["0.25", "0.5", "0.75"].contains(log.lines.first))
  }

  @Test(arguments: Step.allCases) func `canceling the task stops the download`(step: Step) async {
    let (started, stopped) = (Gate(), Gate())
    let sdk = FakeSDK(downloads: { _ in
      started.open()
      return { stopped.open() }
    })
    let app = step.app(sdk, mirrors: ["a"])
    let task = Task { try await app.download(7) }
    await started.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await stopped.opened()
  }
}
