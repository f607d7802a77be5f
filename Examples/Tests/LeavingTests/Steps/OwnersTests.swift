import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport
import PromiseTesting
import Testing

/// The types that keep promises or tasks: the shelf, the player, the session, the prefetcher.
@Suite(.promises, .timeLimit(.minutes(1))) struct OwnersTests {
  let log = Log()

  @Test(arguments: Step.allCases) func `episodes are stored one after the other`(step: Step) async throws {
    let sdk = FakeSDK(saves: { [log] name, reply in
      log.note("start \(name)")
      Task {
        for _ in 0..<10 { await Task.yield() }  // A save that starts early would come first.
        log.note("end \(name)")
        reply(name == "2" ? PodcastError.serverFailed : nil)
      }
    })
    let shelf = step.app(sdk).makeShelf()
    let saves = (1...3).map { shelf.add([], as: "\($0)") }
    try await saves[0]()
    await #expect(throws: PodcastError.serverFailed) { try await saves[1]() }
    try await saves[2]()
    #expect(log.lines == (1...3).flatMap { ["start \($0)", "end \($0)"] })
  }

  @MainActor @Test(arguments: Step.allCases) func `the player shows the latest episode`(step: Step) async {
    let stopped = Gate()
    let sdk = FakeSDK(downloads: { download in
      if download.episode == 2 { download.completion([0, 0], nil) }
      return { if download.episode == 1 { stopped.open() } }
    })
    let player = step.app(sdk, mirrors: ["a"]).makePlayer()
    player.play(1)
    #expect(player.status == "loading 1")
    player.play(2)
    await player.finish()
    #expect(player.status == "playing 2 bytes")
    while player.ended < 2 { await Task.yield() }
    #expect(player.status == "playing 2 bytes")
  }

  @MainActor @Test(arguments: Step.allCases) func `the player shows a failure`(step: Step) async {
    let sdk = FakeSDK(downloads: { download in
      download.completion(nil, PodcastError.notFound)
      return {}
    })
    let player = step.app(sdk, mirrors: ["a"]).makePlayer()
    player.play(1)
    await player.finish()
    #expect(player.status == "failed: notFound")
    #expect(player.ended == 1)
  }

  @MainActor @Test(arguments: Step.allCases) func `a player that is stopped shows no failure`(step: Step) async {
    let player = step.app(FakeSDK(downloads: { _ in {} }), mirrors: ["a"]).makePlayer()
    player.play(1)
    player.stop()
    await player.finish()
    while player.ended < 1 { await Task.yield() }
    #expect(player.status == "idle")
  }

  @Test(arguments: Step.allCases) func `requests share a token until the server rejects it`(step: Step) async throws {
    let session = step.app(FakeSDK()).makeSession()
    #expect(try await session.send { $0 } == "token 1")
    #expect(try await session.send { $0 } == "token 1")
    let token = try await session.send { token in
      if token == "token 1" { throw PodcastError.unauthorized }
      return token
    }
    #expect(token == "token 2")
    #expect(try await session.send { $0 } == "token 2")
    await #expect(throws: PodcastError.unauthorized) {
      try await session.send { _ in throw PodcastError.unauthorized }
    }
  }

  @Test(arguments: Step.allCases) func `releasing a prefetcher stops its downloads`(step: Step) async {
    let (started, stopped) = (Gate(), Gate())
    let sdk = FakeSDK(downloads: { _ in
      started.open()
      return { stopped.open() }
    })
    var prefetcher: (any PrefetcherApp)? = step.app(sdk, mirrors: ["a"]).makePrefetcher()
    prefetcher?.prefetch(1) { _ in }
    await started.opened()
    prefetcher = nil
    await stopped.opened()
  }

  @Test(arguments: Step.allCases) func `a prefetcher passes on what it has downloaded`(step: Step) async {
    let received = AsyncStream<Int>.makeStream()
    let prefetcher = step.app(FakeSDK(), mirrors: ["a"]).makePrefetcher()
    prefetcher.prefetch(3) { received.continuation.yield($0.count) }
    for await count in received.stream.prefix(1) { #expect(count == 3) }
  }
}
