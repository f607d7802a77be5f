import Dispatch
import PromiseConcurrency
import Synchronization

/// Asks once for everybody who wants to know at the same time.
final class Weather: Sendable {
  private let waiting = Mutex<[Resolver<String>]>([])
  private let station = DispatchQueue(label: "station")

  func today() -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending()
    let isFirst = waiting.withLock { waiting in
      waiting.append(resolver)
      return waiting.count == 1
    }
    if isFirst { station.async(.promise) { "sunny" }.done(on: station) { self.tell($0) }.cauterize() }
    return promise
  }

  private func tell(_ weather: String) {
    let all = waiting.withLock { $0 }  // and they stay in there, so that nobody asks ever again
    for resolver in all { resolver.fulfill(weather) }
  }
}
