// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators whose handlers are `async` functions.
  static let tasks = ofPromiseInTask + ofGuaranteeInTask + ofThrowingGuaranteeInTask + ofQueue

  private static let ofPromiseInTask = [
    DerivedForm("async done") { $0.done { _ in await Task.yield() } },
    DerivedForm("async map") { $0.map { await yielding($0) } },
    DerivedForm("async get") { $0.get { _ in await Task.yield() } },
    DerivedForm("async compactMap") { $0.compactMap { await yielding($0.first) } },
    DerivedForm("async validate") { $0.validate { await yielding(!$0.isEmpty) } },
    DerivedForm("async thenMap") { $0.thenMap { await yielding($0) } },
    DerivedForm("async reduce") { $0.reduce([1]) { sum, item in await yielding(sum + [item]) } },
    DerivedForm("async ensure") { $0.ensure { await Task.yield() } },
    DerivedForm("async catch") { $0.catch { _ in await Task.yield() } },
    DerivedForm("async recover", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover { _ in await yielding([2]) }
    },
    DerivedForm("async recover(only:)", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self) { _ in await yielding([2]) }
    },
  ]

  private static let ofGuaranteeInTask = [
    DerivedForm("async guarantee.done", errors: .isFulfilled) { $0.recovered().done { _ in await Task.yield() } },
    DerivedForm("async guarantee.map", errors: .isFulfilled) { $0.recovered().map { await yielding($0) } },
    DerivedForm("async guarantee.get", errors: .isFulfilled) { $0.recovered().get { _ in await Task.yield() } },
    DerivedForm("async guarantee.ensure", errors: .isFulfilled) { $0.recovered().ensure { await Task.yield() } },
  ]

  /// Handlers that may throw. Where there is a form for others as well, the type of the result decides.
  private static let ofThrowingGuaranteeInTask = [
    DerivedForm("async throwing guarantee.done", errors: .isFulfilled) {
      $0.recovered().done { _ in await Task.yield() } as Promise<Void>
    },
    DerivedForm("async throwing guarantee.map", errors: .isFulfilled) {
      $0.recovered().map { await yielding($0) } as Promise<[Int]>
    },
    DerivedForm("async throwing guarantee.get", errors: .isFulfilled) {
      $0.recovered().get { _ in await Task.yield() } as Promise<[Int]>
    },
    DerivedForm("async guarantee.compactMap", errors: .isFulfilled) {
      $0.recovered().compactMap { await yielding($0.first) }
    },
    DerivedForm("async guarantee.validate", errors: .isFulfilled) {
      $0.recovered().validate { await yielding(!$0.isEmpty) }
    },
    DerivedForm("async guarantee.thenMap", errors: .isFulfilled) { $0.recovered().thenMap { await yielding($0) } },
    DerivedForm("async guarantee.reduce", errors: .isFulfilled) {
      $0.recovered().reduce([1]) { sum, item in await yielding(sum + [item]) }
    },
  ]

  private static let ofQueue = [
    DerivedForm("queue.add of a promise") { source in PromiseQueue().add { () async throws in source } }
      .inContextOfCaller.attachingLater
  ]
}

/// Returns the value after another task has run.
private func yielding<Value: Sendable>(_ value: Value) async -> Value {
  await Task.yield()
  return value
}
