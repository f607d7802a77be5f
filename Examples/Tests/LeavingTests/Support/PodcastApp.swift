public import PodcastSDK

/// The module, as `async` code sees it. The tests of this protocol are the same for every step.
public protocol PodcastApp: Sendable {
  init(sdk: any PodcastSDK, mirrors: [String], clock: any Clock<Duration>)

  func titles(of feed: String) async throws -> [String]
  func latestTitle(of feed: String) async throws -> String
  func comparison(of one: String, and other: String) async throws -> String
  func index(of feeds: [String]) async throws -> [String: [Int]]
  func availability(of feeds: [String]) async -> [Bool]
  func total(of feeds: [String]) async throws -> Int
  func summary(of feed: String) async -> String
  func titles(of episodes: [Int], receive: @escaping @Sendable (String) -> Void) async throws

  func download(_ episode: Int) async throws -> [UInt8]
  func downloadInTime(_ episode: Int) async throws -> [UInt8]
  func downloadPersistently(_ episode: Int) async throws -> [UInt8]
  func sizes(of episodes: [Int]) async throws -> [Int]
  func downloadWhenEncoded(_ episode: Int) async throws -> [UInt8]
  func downloadLater(_ episode: Int) async throws -> [UInt8]
  func download(
    _ episode: Int, from mirror: String, onProgress: @escaping @Sendable (Double) -> Void
  ) async throws -> [UInt8]
  func loadTitle(of episode: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void)

  func makeShelf() -> any ShelfApp
  func makePrefetcher() -> any PrefetcherApp
  func makeSession() -> any SessionApp
  @MainActor func makePlayer() -> any PlayerApp
}

/// The shelf of a step.
public protocol ShelfApp: Sendable {
  /// Keeps an episode. Returns a function that waits until it is stored.
  func add(_ bytes: [UInt8], as name: String) -> @Sendable () async throws -> Void
}

/// The prefetcher of a step.
public protocol PrefetcherApp: AnyObject, Sendable {
  func prefetch(_ episode: Int, receive: @escaping @Sendable ([UInt8]) -> Void)
}

/// The session of a step.
public protocol SessionApp: Sendable {
  func send<Reply: Sendable>(
    _ request: @escaping @Sendable (_ token: String) async throws -> Reply
  ) async throws -> Reply
}

/// The player of a step.
@MainActor public protocol PlayerApp: AnyObject {
  var status: String { get }
  var ended: Int { get }
  func play(_ episode: Int)
  func stop()
  func finish() async
}
