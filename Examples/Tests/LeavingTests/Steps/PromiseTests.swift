import LeavingStep0
import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport
import PromiseTesting
import Testing

/// The tests that the module has before it leaves. `LastStepTests` has the same ones without promises.
@Suite(.promises, .timeLimit(.minutes(1))) struct PromiseTests {
  @Test func `the latest title of an empty feed fails`() async throws {
    let podcasts = Podcasts(sdk: FakeSDK(feeds: ["none": []]), mirrors: [], clock: TestClock())
    try await expectRejected(podcasts.latestTitle(of: "none"), throws: PodcastError.emptyFeed)
  }

  @Test func `the latest title is that of the last episode`() async throws {
    let podcasts = Podcasts(sdk: FakeSDK(feeds: ["two": [8, 9]]), mirrors: [], clock: TestClock())
    #expect(try await expectFulfilled(podcasts.latestTitle(of: "two")) == "Latest: Title 9")
  }

  @Test(.promises(time: .manual)) func `a download fails after half a minute`() async throws {
    let sdk = FakeSDK(downloads: { _ in {} })
    let clock = try ManualClock.current
    let download = Podcasts(sdk: sdk, mirrors: ["a"], clock: clock).downloadInTime(7)
    await clock.advance(by: .seconds(30))
    try await expectRejected(download, throws: PodcastError.timedOut)
  }

  @Test func `the shelf stores what is kept without being awaited`() async throws {
    let saved = Log()
    let sdk = FakeSDK(saves: { name, reply in
      saved.note(name)
      reply(nil)
    })
    let shelf = Shelf(Podcasts(sdk: sdk, mirrors: [], clock: TestClock()))
    shelf.keep([], as: "1")
    shelf.keep([], as: "2")
    #expect(await promisesSettled())
    #expect(saved.lines == ["1", "2"])
  }
}
