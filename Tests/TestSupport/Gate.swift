import PromiseCore
import PromiseConcurrency

/// Something that happens once, and that a test waits for.
package final class Gate: Sendable {
  private let promise: Promise<Void>
  private let resolver: Resolver<Void>

  package init() {
    (promise, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Void>.pending() }
  }

  /// It happens.
  package func open() { resolver.fulfill() }

  /// Waits until it has happened.
  package func opened() async throws { try await promise.get() }
}
