import PromiseConcurrency
import Synchronization

struct Stopped: Error {}

/// The downloads that are in progress.
final class Downloads: Sendable {
  private let running = Mutex<[Resolver<String>]>([])

  func start() -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending()
    running.withLock { $0.append(resolver) }
    return promise
  }

  func stopAll() {
    let stopped = running.withLock { running in
      defer { running = [] }
      return running
    }
    for resolver in stopped { resolver.reject(Stopped()) }  // should cancel
  }
}
