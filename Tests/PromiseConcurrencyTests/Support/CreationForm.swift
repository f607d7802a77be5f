import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// A way to create a promise or a guarantee that is not derived from another one.
struct CreationForm: CustomTestStringConvertible, Sendable {
  let name: String
  /// The line of the form. The promise is created on it or on one of the next three lines.
  let line: Int
  let create: @Sendable () -> AnyPromise

  init(_ name: String, line: Int = #line, _ create: @escaping @Sendable () -> AnyPromise) {
    self.name = name
    self.line = line
    self.create = create
  }

  var testDescription: String { name }

  static let all = promises + guarantees + combinators + times + tasks

  private static let promises = [
    CreationForm("Promise.pending()") { Promise<Int>.pending().promise },
    CreationForm("Promise(resolver)") { Promise<Int> { $0.fulfill(1) } },
    CreationForm("Promise(error:)") { Promise<Int>(error: TestError.one) },
    CreationForm("Promise.value") { Promise.value(1) },
    CreationForm("Promise()") { Promise<Void>() },
    CreationForm("Promise(guarantee)") { Promise(Guarantee.value(1)) },
    CreationForm("queue.async") { DispatchQueue.global().async(.promise) { () throws -> Int in 1 } },
  ]

  private static let guarantees = [
    CreationForm("Guarantee.pending()") { Guarantee<Int>.pending().guarantee },
    CreationForm("Guarantee(resolver)") { Guarantee<Int> { $0(1) } },
    CreationForm("Guarantee.value") { Guarantee.value(1) },
    CreationForm("Guarantee()") { Guarantee<Void>() },
    CreationForm("queue.async of a guarantee") { DispatchQueue.global().async(.promise) { 1 } },
  ]

  private static let combinators = [
    CreationForm("race") { race([Promise.value(1), .value(2)]) },
    CreationForm("race of guarantees") { race([Guarantee.value(1), .value(2)]) },
    CreationForm("race of two guarantees") { race(Guarantee.value(1), Guarantee.value(2)) },
    CreationForm("race(fulfilled:)") { race(fulfilled: [Promise.value(1), .value(2)]) },
    CreationForm("when(fulfilled:)") { when(fulfilled: [Promise.value(1), .value(2)]) },
    CreationForm("when(fulfilled:) of two") { when(fulfilled: Promise.value(1), Promise.value(2)) },
    CreationForm("when(resolved:)") { when(resolved: [Promise.value(1), .value(2)]) },
    CreationForm("when(guarantees:)") { when(guarantees: [Guarantee.value(1), .value(2)]) },
    CreationForm("when(fulfilled:maxConcurrent:)") {
      when(fulfilled: [Promise.value(1)].makeIterator(), maxConcurrent: 1)
    },
    CreationForm("when(resolved:maxConcurrent:)") {
      when(resolved: [Promise.value(1)].makeIterator(), maxConcurrent: 1)
    },
  ]

  private static let times = [
    CreationForm("after(seconds:)") { after(seconds: 0) },
    CreationForm("after(DispatchTimeInterval)") { after(.milliseconds(0)) },
    CreationForm("after(Duration)") { after(Duration.zero) },
    CreationForm("retry") { retry(on: nil, attempts: 1, delay: 0) { Promise.value(1) } },
    CreationForm("until") { until(on: nil) { Promise.value(true) } },
  ]

  private static let tasks = [
    CreationForm("Promise(async)") {
      Promise<Int> {
        await Task.yield(); return 1
      }
    },
    CreationForm("Guarantee(async)") {
      Guarantee<Int> {
        await Task.yield(); return 1
      }
    },
    CreationForm("Promise(task)") { Promise(Task { () async throws -> Int in 1 }) },
    CreationForm("Guarantee(task)") { Guarantee(Task { 1 }) },
    CreationForm("retry of an async function") { retry(attempts: 1, delay: 0) { () async throws -> Int in 1 } },
    CreationForm("queue.add") { PromiseQueue(maxConcurrent: 1).add { 1 } },
  ]
}
