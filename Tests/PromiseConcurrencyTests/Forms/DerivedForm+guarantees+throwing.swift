// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators of a guarantee whose handlers may throw, and which therefore return a promise. Where there is a form
  /// for handlers that cannot throw as well, the type of the result decides.
  static let throwingGuarantees = throwing + throwingOnQueue

  private static let throwing = [
    DerivedForm("throwing guarantee.done", errors: .isFulfilled) { $0.recovered().done { _ in } as Promise<Void> },
    DerivedForm("throwing guarantee.map", errors: .isFulfilled) { $0.recovered().map { $0.count } as Promise<Int> },
    DerivedForm("throwing guarantee.get", errors: .isFulfilled) { $0.recovered().get { _ in } as Promise<[Int]> },
    DerivedForm("guarantee.then to a promise", errors: .isFulfilled) { $0.recovered().then { Promise.value($0) } },
    DerivedForm("throwing guarantee.then", errors: .isFulfilled) { $0.recovered().then { try promise(of: $0) } },
    DerivedForm("guarantee.compactMap", errors: .isFulfilled) { $0.recovered().compactMap { $0.first } },
    DerivedForm("guarantee.compactMap(keyPath)", errors: .isFulfilled) { $0.recovered().compactMap(\.first) },
    DerivedForm("guarantee.validate", errors: .isFulfilled) { $0.recovered().validate { !$0.isEmpty } },
    DerivedForm("guarantee.thenMap", errors: .isFulfilled) { $0.recovered().thenMap { Promise.value($0) } },
    DerivedForm("guarantee.thenMap to values", errors: .isFulfilled) { $0.recovered().thenMap { $0 + 1 } },
    DerivedForm("guarantee.reduce to a value", errors: .isFulfilled) {
      $0.recovered().reduce([1, 2]) { sum, item in sum + [item] }
    },
    DerivedForm("guarantee.reduce", errors: .isFulfilled) {
      $0.recovered().reduce([1, 2]) { sum, item in Promise.value(sum + [item]) }
    },
  ]

  private static let throwingOnQueue = [
    DerivedForm("throwing guarantee.done(on:)", errors: .isFulfilled) {
      $0.recovered().done(on: nil) { _ in } as Promise<Void>
    },
    DerivedForm("throwing guarantee.map(on:)", errors: .isFulfilled) {
      $0.recovered().map(on: nil) { $0.count } as Promise<Int>
    },
    DerivedForm("throwing guarantee.get(on:)", errors: .isFulfilled) {
      $0.recovered().get(on: nil) { _ in } as Promise<[Int]>
    },
    DerivedForm("guarantee.then(on:) to a promise", errors: .isFulfilled) {
      $0.recovered().then(on: nil) { Promise.value($0) }
    },
    DerivedForm("throwing guarantee.then(on:)", errors: .isFulfilled) {
      $0.recovered().then(on: nil) { try promise(of: $0) }
    },
    DerivedForm("guarantee.compactMap(on:)", errors: .isFulfilled) { $0.recovered().compactMap(on: nil) { $0.first } },
    DerivedForm("guarantee.validate(on:)", errors: .isFulfilled) { $0.recovered().validate(on: nil) { !$0.isEmpty } },
    DerivedForm("guarantee.thenMap(on:)", errors: .isFulfilled) {
      $0.recovered().thenMap(on: nil) { Promise.value($0) }
    },
    DerivedForm("guarantee.thenMap(on:) to values", errors: .isFulfilled) {
      $0.recovered().thenMap(on: nil) { $0 + 1 }
    },
    DerivedForm("guarantee.reduce(on:) to a value", errors: .isFulfilled) {
      $0.recovered().reduce(on: nil, [1, 2]) { sum, item in sum + [item] }
    },
    DerivedForm("guarantee.reduce(on:)", errors: .isFulfilled) {
      $0.recovered().reduce(on: nil, [1, 2]) { sum, item in Promise.value(sum + [item]) }
    },
  ]
}

private func promise(of values: [Int]) throws -> Promise<[Int]> { .value(values) }
