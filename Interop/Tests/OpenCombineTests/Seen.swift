import InteropSupport
import OpenCombine

/// Records the events of a publisher, for as long as this object is alive.
final class Seen {
  private let log = Log<String>()
  private var subscription: AnyCancellable?

  init<P: Publisher>(_ publisher: P, keeping object: Lifetime.Object? = nil) {
    subscription = publisher.sink(
      receiveCompletion: { [log] completion in
        switch completion {
        case .finished: log("finished")
        case .failure(let error): log("\(error)")
        }
      },
      receiveValue: { [log] value in withExtendedLifetime(object) { log("\(value)") } })
  }

  var events: [String] { log.entries }

  func cancel() { subscription?.cancel() }
}
