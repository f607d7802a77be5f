public import PromiseConcurrency

/// Episodes that are kept. Synchronous code adds them; they are stored in the order of the calls.
public final class Shelf: Sendable {
  private let podcasts: Podcasts
  private let saves = PromiseQueue()

  /// Creates a shelf.
  public init(_ podcasts: Podcasts) { self.podcasts = podcasts }

  /// Stores an episode after those that were added before.
  @discardableResult
  public func keep(_ bytes: [UInt8], as name: String) -> Promise<Void> {
    saves.add { [podcasts] in podcasts.save(bytes, as: name) }
  }
}
