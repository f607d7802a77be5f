import Dispatch
import PromiseConcurrency
import TestSupport

/// A thenable that this library does not know, which calls its handlers correctly or incorrectly.
final class ForeignThenable<Value: Sendable>: Thenable {
  typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  /// When the thenable calls its handler, once for each result. Without results, it releases the handler uncalled.
  enum Timing: CaseIterable {
    case immediately, later, firstImmediately, concurrently

    /// The timings for which the order of the results is defined.
    static var orderly: [Timing] { [.immediately, .later, .firstImmediately] }
  }

  private let timing: Timing
  private let results: [Result<Value, any Error>]
  /// The members that the library has used.
  let accesses = Log<String>()

  init(_ timing: Timing, _ results: [Result<Value, any Error>]) {
    self.timing = timing
    self.results = results
  }

  /// A result other than the one passed to the handler, which reveals code that relies on this property.
  var result: Result<Value, any Error>? {
    accesses("result")
    return .failure(PromiseError.badInput)
  }

  func pipe(to handler: @escaping Handler) {
    accesses("pipe")
    switch timing {
    case .immediately: results.forEach(handler)
    case .later: Self.later { [results] in results.forEach(handler) }
    case .firstImmediately:
      results.first.map(handler)
      Self.later { [results] in results.dropFirst().forEach(handler) }
    case .concurrently:
      DispatchQueue.concurrentPerform(iterations: results.count) { handler(results[$0]) }
    }
  }

  /// Runs `body` in a promise, so that the test waits for it.
  private static func later(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(.promise, execute: body).done(on: nil) {}
  }
}

/// A thenable that keeps its handlers until the test calls or releases them.
final class ManualThenable<Value: Sendable>: Thenable {
  private let handlers = Lock<[ForeignThenable<Value>.Handler]>([])

  var result: Result<Value, any Error>? { nil }

  func pipe(to handler: @escaping ForeignThenable<Value>.Handler) { handlers.withLock { $0.append(handler) } }

  func callHandlers(_ result: Result<Value, any Error>) {
    for handler in handlers.withLock({ $0 }) { handler(result) }
  }

  /// Releases the handlers without calling them.
  func releaseHandlers() {
    let dropped = handlers.withLock { handlers in
      defer { handlers = [] }
      return handlers
    }
    withExtendedLifetime(dropped) {}
  }
}

/// A thenable that forwards another thenable's result.
final class Relay<Other: Thenable>: Thenable {
  private let other: Other

  init(_ other: Other) { self.other = other }

  var result: Result<Other.Value, any Error>? { other.result }

  func pipe(to handler: @escaping @Sendable (Result<Other.Value, any Error>) -> Void) { other.pipe(to: handler) }
}
