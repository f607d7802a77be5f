import PlainSwiftTesting
import PodcastSDK
import PodcastTestSupport
import PromiseTesting
import Testing

@Suite(.promises, .timeLimit(.minutes(1))) struct CatalogTests {
  let sdk = FakeSDK(feeds: ["three": [1, 2, 3], "two": [8, 9], "none": []])
  let log = Log()

  @Test(arguments: Step.allCases) func `titles have the order of the episodes`(step: Step) async throws {
    #expect(try await step.app(sdk).titles(of: "three") == ["Title 1", "Title 2", "Title 3"])
  }

  @Test(arguments: Step.allCases) func `an empty feed and an unknown one fail`(step: Step) async {
    let app = step.app(sdk)
    await #expect(throws: PodcastError.emptyFeed) { try await app.titles(of: "none") }
    await #expect(throws: PodcastError.emptyFeed) { try await app.latestTitle(of: "none") }
    await #expect(throws: PodcastError.notFound) { try await app.titles(of: "unknown") }
  }

  @Test(arguments: Step.allCases) func `titles are loaded concurrently`(step: Step) async throws {
    let gate = Gate()
    let sdk = FakeSDK(
      feeds: ["three": [1, 2, 3]],
      titles: { episode, reply in
        if episode == 3 { gate.open() }
        Task {
          await gate.opened()
          reply(.success("\(episode)"))
        }
      })
    #expect(try await step.app(sdk).titles(of: "three") == ["1", "2", "3"])
  }

  @Test(arguments: Step.allCases) func `the latest title is that of the last episode`(step: Step) async throws {
    #expect(try await step.app(sdk).latestTitle(of: "two") == "Latest: Title 9")
  }

  @Test(arguments: Step.allCases) func `feeds are compared, and one failure is enough`(step: Step) async throws {
    let app = step.app(sdk)
    #expect(try await app.comparison(of: "three", and: "two") == "3 : 2")
    await #expect(throws: PodcastError.notFound) { try await app.comparison(of: "three", and: "unknown") }
  }

  @Test(arguments: Step.allCases) func `the index has every feed, or fails`(step: Step) async throws {
    let app = step.app(sdk)
    #expect(try await app.index(of: ["three", "none"]) == ["three": [1, 2, 3], "none": []])
    await #expect(throws: PodcastError.notFound) { try await app.index(of: ["three", "unknown"]) }
  }

  @Test(arguments: Step.allCases) func `availability has the order of the feeds`(step: Step) async {
    #expect(await step.app(sdk).availability(of: ["unknown", "two", "other"]) == [false, true, false])
  }

  @Test(arguments: Step.allCases) func `the total is the sum of all feeds`(step: Step) async throws {
    let app = step.app(sdk)
    #expect(try await app.total(of: ["three", "two", "none"]) == 5)
    await #expect(throws: PodcastError.notFound) { try await app.total(of: ["three", "unknown"]) }
  }

  @Test(arguments: Step.allCases) func `a summary never fails`(step: Step) async {
    #expect(await step.app(sdk).summary(of: "two") == "Latest: Title 9")
    #expect(await step.app(sdk).summary(of: "none") == "No episodes")
    #expect(await step.app(sdk).summary(of: "unknown") == "Not available")
    #expect(await step.app(FakeSDK(isOnline: false)).summary(of: "unknown") == "Offline")
  }

  @Test(arguments: Step.allCases) func `titles are received as soon as they are loaded`(step: Step) async throws {
    let gate = Gate()
    let sdk = FakeSDK(titles: { episode, reply in
      Task {
        if episode == 1 { await gate.opened() }
        reply(.success("\(episode)"))
      }
    })
    try await step.app(sdk).titles(of: [1, 2]) { [log] in
      log.note($0)
      gate.open()
    }
    #expect(log.lines == ["2", "1"])
  }

  @Test(arguments: Step.allCases) func `a completion handler receives a title or an error`(step: Step) async {
    let loads = AsyncStream<String>.makeStream()
    let app = step.app(FakeSDK(titles: { $1($0 == 1 ? .success("One") : .failure(PodcastError.notFound)) }))
    for episode in [1, 2] {
      app.loadTitle(of: episode) { title, error in loads.continuation.yield("\(title ?? "-") \(error == nil)") }
    }
    var received: Set<String> = []
    for await load in loads.stream.prefix(2) { received.insert(load) }
    #expect(received == ["One true", "- false"])
  }
}
