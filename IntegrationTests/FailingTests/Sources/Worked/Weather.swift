import Dispatch
import PromiseConcurrency
import Synchronization

/// Sends one request to the station for all callers that ask at the same time.
final class Weather: Sendable {
  private let waiting = Mutex<[Resolver<String>]>([])
  private let station = DispatchQueue(label: "station")

  func today() -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending()
    let isFirst = waiting.withLock { waiting in
      waiting.append(resolver)
      return waiting.count == 1
    }
    if isFirst { station.async(.promise) { "sunny" }.done(on: station) { self.deliver($0) }.cauterize() }
    return promise
  }

  private func deliver(_ weather: String) {
    let all = waiting.withLock { $0 }  // should also remove them
    for resolver in all { resolver.fulfill(weather) }
  }
}
