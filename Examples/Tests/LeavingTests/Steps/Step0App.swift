import LeavingStep0
import PodcastSDK
import PodcastTestSupport
import PromiseConcurrency

/// The promises of step 0, awaited.
struct Step0App: PodcastApp {
  let podcasts: LeavingStep0.Podcasts
  let sdk: any PodcastSDK

  init(sdk: any PodcastSDK, mirrors: [String], clock: any Clock<Duration>) {
    podcasts = LeavingStep0.Podcasts(sdk: sdk, mirrors: mirrors, clock: clock)
    self.sdk = sdk
  }

  func titles(of feed: String) async throws -> [String] { try await podcasts.titles(of: feed).get() }
  func latestTitle(of feed: String) async throws -> String { try await podcasts.latestTitle(of: feed).get() }
  func comparison(of one: String, and other: String) async throws -> String {
    try await podcasts.comparison(of: one, and: other).get()
  }
  func index(of feeds: [String]) async throws -> [String: [Int]] { try await podcasts.index(of: feeds).get() }
  func availability(of feeds: [String]) async -> [Bool] { await podcasts.availability(of: feeds).get() }
  func total(of feeds: [String]) async throws -> Int { try await podcasts.total(of: feeds).get() }
  func summary(of feed: String) async -> String { await podcasts.summary(of: feed).get() }
  func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) async throws {
    try await podcasts.titles(of: episodes, receive: receive).get()
  }

  func download(_ episode: Int) async throws -> [UInt8] {
    try await podcasts.download(episode).get(cancellation: .forward)
  }
  func downloadInTime(_ episode: Int) async throws -> [UInt8] { try await podcasts.downloadInTime(episode).get() }
  func downloadPersistently(_ episode: Int) async throws -> [UInt8] {
    try await podcasts.downloadPersistently(episode).get()
  }
  func sizes(of episodes: [Int]) async throws -> [Int] { try await podcasts.sizes(of: episodes).get() }
  func downloadWhenEncoded(_ episode: Int) async throws -> [UInt8] {
    try await podcasts.downloadWhenEncoded(episode).get()
  }
  func downloadLater(_ episode: Int) async throws -> [UInt8] { try await podcasts.downloadLater(episode).get() }
  func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void
  ) async throws -> [UInt8] {
    try await podcasts.download(episode, from: mirror, onProgress: onProgress).get()
  }
  func loadTitle(of episode: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    podcasts.loadTitle(of: episode, completion: completion)
  }

  func makeShelf() -> any ShelfApp { LeavingStep0.Shelf(podcasts) }
  func makePrefetcher() -> any PrefetcherApp { LeavingStep0.Prefetcher(podcasts) }
  func makeSession() -> any SessionApp { LeavingStep0.Session(sdk: sdk) }
  func makePlayer() -> any PlayerApp { LeavingStep0.Player(podcasts) }
}

extension LeavingStep0.Shelf: ShelfApp {
  /// Keeps an episode. Returns a function that waits until it is stored.
  public func add(_ bytes: [UInt8], as name: String) -> @Sendable () async throws -> Void {
    let promise = keep(bytes, as: name)
    return { try await promise.get() }
  }
}

extension LeavingStep0.Prefetcher: PrefetcherApp {}

extension LeavingStep0.Session: SessionApp {
  /// Sends a request with a token.
  public func send<Reply: Sendable>(
    _ request: @escaping @Sendable (_ token: String) async throws -> Reply
  ) async throws -> Reply {
    let promise: Promise<Reply> = send { token in Promise { try await request(token) } }
    return try await promise.get()
  }
}

extension LeavingStep0.Player: PlayerApp {}
