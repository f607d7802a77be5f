import Observation
import PromiseCore
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

/// Which changes the observers of a model are notified of.
@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseModelObservationTests {
  private let model = PromiseModel<Int>()

  /// Reads a part of the model, and records whether it is notified of a change, as it can be once.
  private struct Reader {
    private let notifications = Log<Void>()

    /// Whether what was read has changed since.
    var isNotified: Bool { notifications.count == 1 }

    init(_ read: () -> Void) {
      withObservationTracking(read) { [notifications] in notifications(()) }
    }
  }

  /// Returns the properties whose readers an action notifies.
  private func notified(_ action: () -> Void) -> [String] {
    let model = model
    let readers: [(String, Reader)] = [
      ("phase", Reader { _ = model.phase }), ("value", Reader { _ = model.value }),
      ("error", Reader { _ = model.error }), ("isLoading", Reader { _ = model.isLoading }),
      ("isStale", Reader { _ = model.isStale }), ("progress", Reader { _ = model.progress }),
    ]
    action()
    return readers.filter { $0.1.isNotified }.map(\.0)
  }

  private let onlyPhase = ["phase", "error", "isLoading", "isStale"]
  private let phaseAndValue = ["phase", "value", "error", "isLoading", "isStale"]

  @Test func `observers are notified of what changes`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(notified { model.load { promise } } == onlyPhase)
    #expect(notified { model.load { promise.map { $0 } } } == [])  // still pending
    #expect(notified { model.cancel() } == onlyPhase)
    #expect(notified { model.cancel() } == [])
    #expect(notified { model.load { Promise.value(1) } } == phaseAndValue)
    #expect(notified { model.load { Promise<Int>(error: TestError.one) } } == onlyPhase)
    resolver.fulfill(1)
  }

  @Test func `observers are notified of an outcome that arrives later`() async throws {
    for isFulfilled in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      model.load { promise }
      let (value, phase) = (Reader { [model] in _ = model.value }, Reader { [model] in _ = model.phase })
      isFulfilled ? resolver.fulfill(1) : resolver.reject(TestError.one)
      #expect(!phase.isNotified)
      #expect(await promisesSettled())
      #expect(phase.isNotified && value.isNotified == isFulfilled)
    }
  }

  /// Calls a function when the phase is about to change for the first time.
  private func onChange(_ action: @escaping @MainActor @Sendable () -> Void) {
    let hasRun = OnceFlag()
    withObservationTracking {
      _ = model.phase
    } onChange: {
      // Observation notifies an observer again of a change that it makes itself.
      if hasRun.claim() { MainActor.assumeIsolated { action() } }
    }
  }

  @Test func `an observer may load and cancel while it is notified`() async throws {
    let (first, resolver) = Promise<Int>.pending()
    let (second, otherResolver) = Promise<Int>.pending()
    onChange { [model] in model.load { second } }
    let load = model.load { first }
    #expect(second.isCancelled && model.isLoading)
    onChange { [model] in model.cancel() }
    resolver.fulfill(1)
    #expect(await promisesSettled())
    #expect(load.isSettled && model.value == nil && !model.isLoading)
    withExtendedLifetime(otherResolver) {}
  }

  @Test func `a value that is released may use the model`() async throws {
    final class Value: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let model = PromiseModel<Value>()
    let isReleased = Gate()
    model.load {
      Promise.value(
        Value {
          MainActor.assumeIsolated { if model.value != nil, !model.isLoading { isReleased.open() } }
        })
    }
    model.load { Promise.value(Value {}) }
    try await isReleased.opened()
    model.load { Promise<Value>(error: TestError.one) }
  }
}
