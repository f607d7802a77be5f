import PromiseConcurrency
package import PromiseCore

/// A promise and a guarantee that stay pending, such as the signal of a program that it shall stop.
///
/// Consumers that are no longer wanted must leave them. See ``RootPattern``.
package final class Roots: Sendable {
  package let promise: Promise<Int>
  package let guarantee: Guarantee<Int>
  /// The condition of `ensureThen`, which is not canceled with the promise that waits for it.
  let condition: Guarantee<Void>
  /// An actor to which handlers can be isolated.
  let actor = Owner()
  private let resolver: Resolver<Int>
  private let resolve: @Sendable (Int) -> Void
  private let meetCondition: @Sendable (()) -> Void
  private let lifetime = Lifetime()

  package init() {
    (promise, resolver) = Promise<Int>.pending()
    (guarantee, resolve) = Guarantee<Int>.pending()
    (condition, meetCondition) = Guarantee<Void>.pending()
    // Without a permanent consumer, the promises would be canceled together with the last consumer.
    promise.pipe { _ in }
    guarantee.pipe { _ in }
  }

  /// The number of consumers of the promises that are still attached, except for the permanent ones.
  package var consumerCount: Int {
    promise.any.observerCount + guarantee.any.observerCount - 2 + condition.any.observerCount
  }

  /// The largest ``consumerCount`` without a consumer that is still wanted. A list removes consumers that have departed
  /// when they are the majority, so each list may contain one in addition to its permanent consumer.
  package static let maximumOfDepartedConsumers = 2

  /// The number of captures that are alive.
  package var alive: Int { lifetime.alive }

  /// Returns an object for a handler to capture.
  func capture() -> Lifetime.Object { lifetime.object() }

  /// Settles the promises.
  package func settle() {
    resolver.fulfill(0)
    resolve(0)
    meetCondition(())
  }

  /// An actor that attaches handlers.
  actor Owner {
    func map(_ promise: Promise<Int>, _ object: Lifetime.Object) -> Promise<Int> {
      promise.map { number in
        self.preconditionIsolated()
        object.touch()
        return number
      }
    }

    func mapAsync(_ promise: Promise<Int>, _ object: Lifetime.Object) -> Promise<Int> {
      promise.map { number in
        await Task.yield()
        object.touch()
        return number
      }
    }
  }
}

/// A consumer of ``Roots`` that is canceled, or that loses interest, while the promises stay pending.
///
/// However often it is repeated, it must leave nothing behind: neither memory nor a capture.
package struct RootPattern: Sendable, CustomStringConvertible {
  package let name: String
  private let body: @Sendable (Roots) async -> Void

  init(_ name: String, _ body: @escaping @Sendable (Roots) async -> Void) {
    self.name = name
    self.body = body
  }

  package var description: String { name }

  /// Attaches a consumer, and waits until it is no longer interested.
  package func run(_ roots: Roots) async { await body(roots) }

  package static var all: [RootPattern] {
    let all =
      canceledValueHandlers + canceledErrorHandlers + canceledAsyncHandlers + canceledGuarantees + combined + awaited
    return all + [inTurn(all)]
  }

  /// Runs each of the patterns on the same roots. What one of them leaves behind must not keep the others there.
  private static func inTurn(_ patterns: [RootPattern]) -> RootPattern {
    let next = Counter()
    return RootPattern("all of these in turn") { roots in await patterns[next.next() % patterns.count].run(roots) }
  }
}
