import PromiseCore
import PromiseConcurrency

/// A gate that opens once, and that a test can wait for.
package final class Gate: Sendable {
  private let promise: Promise<Void>
  private let resolver: Resolver<Void>

  package init() {
    (promise, resolver) = PromiseContext.$current.withValue(PromiseContext(report: { _ in })) {
      Promise<Void>.pending()
    }
  }

  /// Opens the gate.
  package func open() { resolver.fulfill() }

  /// Waits until the gate is open.
  package func opened() async throws { try await promise.get() }
}

/// Suspends the calling task until it is canceled, and then throws `CancellationError`. No promise is involved.
package func suspendUntilCanceled() async throws {
  try await Task.sleep(nanoseconds: 86_400_000_000_000)
}
