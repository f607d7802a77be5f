public import PodcastSDK
import Synchronization

/// A download that the SDK has been asked for.
public struct Download: Sendable {
  /// The number of the episode.
  public let episode: Int
  /// The mirror.
  public let mirror: String
  /// The handler of the progress.
  public let progress: @Sendable (_ received: Int, _ total: Int) -> Void
  /// The handler of the outcome.
  public let completion: @Sendable ([UInt8]?, (any Error)?) -> Void
}

/// An SDK that answers as a test tells it.
public struct FakeSDK: PodcastSDK {
  /// Answers a request for the title of an episode.
  public typealias Titles = @Sendable (Int, @escaping @Sendable (Result<String, any Error>) -> Void) -> Void
  /// Answers a request to store bytes under a name.
  public typealias Saves = @Sendable (String, @escaping @Sendable ((any Error)?) -> Void) -> Void
  /// Answers a download. Returns a closure that is called when the download is stopped.
  public typealias Downloads = @Sendable (Download) -> @Sendable () -> Void

  private let feeds: [String: [Int]]
  private let isOnline: Bool
  private let encoded: @Sendable () -> Bool
  private let titles: Titles
  private let saves: Saves
  private let downloads: Downloads
  private let tokens = Counter()
  private let requests = Requests()

  /// Creates an SDK. By default, every request succeeds immediately.
  public init(
    feeds: [String: [Int]] = [:], isOnline: Bool = true, encoded: @escaping @Sendable () -> Bool = { true },
    titles: @escaping Titles = { $1(.success("Title \($0)")) }, saves: @escaping Saves = { $1(nil) },
    downloads: @escaping Downloads = { download in
      download.completion(Array(repeating: 0, count: download.episode), nil)
      return {}
    }
  ) {
    self.feeds = feeds
    self.isOnline = isOnline
    self.encoded = encoded
    self.titles = titles
    self.saves = saves
    self.downloads = downloads
  }

  /// The numbers of the episodes of a feed.
  public func episodes(of feed: String, completion: @escaping @Sendable ([Int]?, (any Error)?) -> Void) {
    completion(feeds[feed], feeds[feed] == nil ? PodcastError.notFound : nil)
  }

  /// The title of an episode.
  public func title(of episode: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    titles(episode, completion)
  }

  /// Whether the server can be reached.
  public func isOnline(completion: @escaping @Sendable (Bool) -> Void) { completion(isOnline) }

  /// Whether the server has encoded an episode.
  public func isEncoded(_ episode: Int, completion: @escaping @Sendable (Bool) -> Void) { completion(encoded()) }

  /// Signs in.
  public func signIn(completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    completion(.success("token \(tokens.next())"))
  }

  /// Stores bytes under a name.
  public func save(_ bytes: [UInt8], as name: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
    saves(name, completion)
  }

  /// Downloads an episode.
  public func download(
    _ episode: Int, from mirror: String, progress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void,
    completion: @escaping @Sendable ([UInt8]?, (any Error)?) -> Void
  ) -> @Sendable () -> Void {
    let download = Download(episode: episode, mirror: mirror, progress: progress, completion: completion)
    requests.add(download)
    return downloads(download)
  }
}

/// The requests of an SDK. It keeps their handlers: a promise whose handler is released is abandoned.
private final class Requests: Sendable {
  private let downloads = Mutex<[Download]>([])

  func add(_ download: Download) { downloads.withLock { $0.append(download) } }
}

/// Counts calls.
public final class Counter: Sendable {
  private let count = Mutex(0)

  /// Creates a counter that starts at zero.
  public init() {}

  /// Adds one, and returns the sum.
  public func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
