import Dispatch
import PromiseConcurrency
import TestSupport

/// Somebody else's thenable, which behaves well or badly.
final class Foreign<Value: Sendable>: Thenable {
  typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  /// How it calls back, with one result after the other. Without results it does not, and lets go of the handler.
  enum Manner: CaseIterable {
    case atOnce, later, theFirstAtOnceAndTheOthersLater, atTheSameTime

    /// Those of which one can say which result comes first.
    static var orderly: [Manner] { [.atOnce, .later, .theFirstAtOnceAndTheOthersLater] }
  }

  private let manner: Manner
  private let results: [Result<Value, any Error>]
  /// What was asked of it.
  let asked = Log<String>()

  init(_ manner: Manner, _ results: [Result<Value, any Error>]) {
    self.manner = manner
    self.results = results
  }

  /// Not what it calls back with, so that whoever relies on it is found out.
  var result: Result<Value, any Error>? {
    asked("result")
    return .failure(PromiseError.badInput)
  }

  func pipe(to handler: @escaping Handler) {
    asked("pipe")
    switch manner {
    case .atOnce: results.forEach(handler)
    case .later: Self.later { [results] in results.forEach(handler) }
    case .theFirstAtOnceAndTheOthersLater:
      results.first.map(handler)
      Self.later { [results] in results.dropFirst().forEach(handler) }
    case .atTheSameTime:
      DispatchQueue.concurrentPerform(iterations: results.count) { handler(results[$0]) }
    }
  }

  /// As a promise, so that it belongs to what a test waits for.
  private static func later(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(.promise, execute: body).done(on: nil) {}
  }
}

/// A thenable that calls back when it is told to.
final class Keeping<Value: Sendable>: Thenable {
  private let handlers = Lock<[Foreign<Value>.Handler]>([])

  var result: Result<Value, any Error>? { nil }

  func pipe(to handler: @escaping Foreign<Value>.Handler) { handlers.withLock { $0.append(handler) } }

  func callBack(_ result: Result<Value, any Error>) {
    for handler in handlers.withLock({ $0 }) { handler(result) }
  }

  /// Lets go of the handlers.
  func letGo() {
    let dropped = handlers.withLock { handlers in
      defer { handlers = [] }
      return handlers
    }
    withExtendedLifetime(dropped) {}
  }
}

/// A thenable that settles as another one does.
final class Relay<Other: Thenable>: Thenable {
  private let other: Other

  init(_ other: Other) { self.other = other }

  var result: Result<Other.Value, any Error>? { other.result }

  func pipe(to handler: @escaping @Sendable (Result<Other.Value, any Error>) -> Void) { other.pipe(to: handler) }
}
