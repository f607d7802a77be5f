import LeavingStep3
import PlainSwift
import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport
import Testing

/// The tests of the module after it has left. They do not depend on the library either.
@Suite(.tasks, .timeLimit(.minutes(1))) struct LastStepTests {
  @Test func `the latest title of an empty feed fails`() async {
    let podcasts = Podcasts(sdk: FakeSDK(feeds: ["none": []]), mirrors: [], clock: TestClock())
    await #expect(throws: PodcastError.emptyFeed) { try await podcasts.latestTitle(of: "none") }
  }

  @Test func `the latest title is that of the last episode`() async throws {
    let podcasts = Podcasts(sdk: FakeSDK(feeds: ["two": [8, 9]]), mirrors: [], clock: TestClock())
    #expect(try await podcasts.latestTitle(of: "two") == "Latest: Title 9")
  }

  @Test func `a download fails after half a minute`() async {
    let clock = TestClock()
    let podcasts = Podcasts(sdk: FakeSDK(downloads: { _ in {} }), mirrors: ["a"], clock: clock)
    let download = Task { try await podcasts.downloadInTime(7) }.tracked()
    await clock.sleeper(for: .seconds(30))
    clock.advance(by: .seconds(30))
    await #expect(throws: PodcastError.timedOut) { try await download.value }
  }

  @Test func `the shelf stores what is kept without being awaited`() async throws {
    let saved = Log()
    let sdk = FakeSDK(saves: { name, reply in
      saved.note(name)
      reply(nil)
    })
    let shelf = Shelf(Podcasts(sdk: sdk, mirrors: [], clock: TestClock()))
    shelf.keep([], as: "1").tracked()
    try await shelf.keep([], as: "2").value
    #expect(saved.lines == ["1", "2"])
  }
}
