// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators of a guarantee.
  static let guarantees = ofGuarantee + ofGuaranteeOnQueue

  private static let ofGuarantee = [
    DerivedForm("guarantee.done", errors: .isFulfilled) { $0.recovered().done { _ in } },
    DerivedForm("guarantee.map", errors: .isFulfilled) { $0.recovered().map { $0.count } },
    DerivedForm("guarantee.map(keyPath)", errors: .isFulfilled) { $0.recovered().map(\.count) },
    DerivedForm("guarantee.then", errors: .isFulfilled) { $0.recovered().then { Guarantee.value($0) } },
    DerivedForm("guarantee.get", errors: .isFulfilled) { $0.recovered().get { _ in } },
    DerivedForm("guarantee.ensure", errors: .isFulfilled) { $0.recovered().ensure {} },
    DerivedForm("guarantee.ensureThen", errors: .isFulfilled) { $0.recovered().ensureThen { Guarantee() } },
    DerivedForm("guarantee.asVoid", errors: .isFulfilled) { $0.recovered().asVoid() },
    DerivedForm("Promise(guarantee)", errors: .isFulfilled) { Promise($0.recovered()) }.inContextOfCaller,
  ]

  private static let ofGuaranteeOnQueue = [
    DerivedForm("guarantee.done(on:)", errors: .isFulfilled) { $0.recovered().done(on: nil) { _ in } },
    DerivedForm("guarantee.map(on:)", errors: .isFulfilled) { $0.recovered().map(on: nil) { $0.count } },
    DerivedForm("guarantee.then(on:)", errors: .isFulfilled) {
      $0.recovered().then(on: nil) { Guarantee.value($0) }
    },
    DerivedForm("guarantee.get(on:)", errors: .isFulfilled) { $0.recovered().get(on: nil) { _ in } },
    DerivedForm("guarantee.ensure(on:)", errors: .isFulfilled) { $0.recovered().ensure(on: nil) {} },
    DerivedForm("guarantee.ensureThen(on:)", errors: .isFulfilled) {
      $0.recovered().ensureThen(on: nil) { Guarantee() }
    },
  ]
}
