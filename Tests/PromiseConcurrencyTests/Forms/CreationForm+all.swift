// Forms: created

import Dispatch
import PromiseConcurrency
import TestSupport

extension CreationForm {
  /// Every form of this table.
  static let all = promises + guarantees + wrapping + combinators + times + tasks + sequences

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

  private static let wrapping = [
    CreationForm("wrap of nothing") { wrap { (done: @escaping @Sendable () -> Void) in done() } },
    CreationForm("wrap of a value") { wrap { (done: @escaping @Sendable (Int) -> Void) in done(1) } },
    CreationForm("wrap of an error") { wrap { (done: @escaping @Sendable ((any Error)?) -> Void) in done(nil) } },
    CreationForm("wrap of a result") {
      wrap { (done: @escaping @Sendable (Result<Int, any Error>) -> Void) in done(.success(1)) }
    },
    CreationForm("wrap of a value and an error") {
      wrap { (done: @escaping @Sendable (Int, (any Error)?) -> Void) in done(1, nil) }
    },
    CreationForm("wrap of an optional value and an error") {
      wrap { (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in done(1, nil) } as Promise<Int>
    },
    CreationForm("wrap of an error and a value") {
      wrap { (done: @escaping @Sendable ((any Error)?, Int) -> Void) in done(nil, 1) }
    },
    CreationForm("wrap of an error and an optional value") {
      wrap { (done: @escaping @Sendable ((any Error)?, Int?) -> Void) in done(nil, 1) } as Promise<Int>
    },
    CreationForm("wrap of two values and an error") {
      wrap { (done: @escaping @Sendable (Int?, Bool?, (any Error)?) -> Void) in done(1, true, nil) }
    },
  ]

  private static let combinators = [
    CreationForm("race") { race([Promise.value(1), .value(2)]) },
    CreationForm("race of guarantees") { race([Guarantee.value(1), .value(2)]) },
    CreationForm("race of two guarantees") { race(Guarantee.value(1), Guarantee.value(2)) },
    CreationForm("race(fulfilled:)") { race(fulfilled: [Promise.value(1), .value(2)]) },
    CreationForm("when(fulfilled:)") { when(fulfilled: [Promise.value(1), .value(2)]) },
    CreationForm("when(fulfilled:) of two") { when(fulfilled: Promise.value(1), Promise.value(2)) },
    CreationForm("when(resolved:)") { when(resolved: [Promise.value(1), .value(2)]) },
    CreationForm("when(guarantees:) of Void") { when(guarantees: [Guarantee<Void>(), Guarantee<Void>()]) },
    CreationForm("when of guarantees of Void") { when(Guarantee<Void>(), Guarantee<Void>()) },
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
    CreationForm("retry of a value") { retry(attempts: 1, delay: 0) { 1 } },
    CreationForm("retry(on:) of a value") { retry(on: nil, attempts: 1, delay: 0) { 1 } },
    CreationForm("until a value") { until { true } },
    CreationForm("until(on:) a value") { until(on: nil) { true } },
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
    CreationForm("until of an async function") { until { () async throws -> Bool in true } },
    CreationForm("queue.add") { PromiseQueue(maxConcurrent: 1).add { 1 } },
  ]

  private static let sequences = [
    CreationForm("Promise(first:)") { Promise(first: numbers()) },
    CreationForm("Promise(last:)") { Promise(last: numbers()) },
    CreationForm("Promise(collecting:)") { Promise(collecting: numbers()) },
    CreationForm("Promise(reducing:)") { Promise(reducing: numbers(), 0) { $0 + $1 } },
    CreationForm("Promise(forEach:)") { Promise(forEach: numbers()) { _ in } },
  ]

  private static func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
  }
}
