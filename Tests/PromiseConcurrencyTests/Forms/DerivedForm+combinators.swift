// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The combinators. Their other inputs are fulfilled, or pending if the source must be the first to settle.
  static let combinators = (races + allFulfilled + allSettled + allGuarantees).map(\.inContextOfCaller)

  private static let races = [
    DerivedForm("race(array)") { race([$0]) },
    DerivedForm("race(variadic)") { race($0, pending()) },
    DerivedForm("race(guarantees)", errors: .isFulfilled) { race($0.recovered(), never()) },
    DerivedForm("race(fulfilled: array)", errors: .isReplaced, cancellation: .isPassedOn) { race(fulfilled: [$0]) },
    DerivedForm("race(fulfilled: variadic)", errors: .isReplaced) {
      race(fulfilled: $0, Promise(error: TestError.two))
    },
  ]

  private static let allFulfilled = [
    DerivedForm("when(fulfilled: sequence)") { when(fulfilled: [$0, .value([2])]) },
    DerivedForm("when(fulfilled: sequence of Void)") { when(fulfilled: [$0.asVoid(), Promise()]) },
    DerivedForm("when(fulfilled: dictionary)") { when(fulfilled: ["a": $0, "b": .value([2])]) },
    DerivedForm("when(fulfilled: tuple)") { when(fulfilled: $0, Promise.value("a")) },
    DerivedForm("when(fulfilled: pack)") {
      when(fulfilled: $0, Promise.value(1), Promise.value(2), Promise.value(3), Promise.value(4), Promise.value("a"))
    },
    DerivedForm("when(fulfilled: variadic Void)") { when(fulfilled: $0.asVoid(), Promise(), Promise()) },
    DerivedForm("when(fulfilled:maxConcurrent:)") { when(fulfilled: [$0].makeIterator(), maxConcurrent: 1) }
      .attachingLater,
  ]

  private static let allSettled = [
    DerivedForm("when(resolved: sequence)", errors: .isFulfilled) { when(resolved: [$0, .value([2])]) },
    DerivedForm("when(resolved: variadic)", errors: .isFulfilled) { when(resolved: $0, $0) },
    DerivedForm("when(resolved: tuple)", errors: .isFulfilled) { when(resolved: $0, Promise.value("a")) },
    DerivedForm("when(resolved: dictionary)", errors: .isFulfilled) { when(resolved: ["a": $0, "b": .value([2])]) },
    DerivedForm("when(resolved:maxConcurrent:)", errors: .isFulfilled) {
      when(resolved: [$0].makeIterator(), maxConcurrent: 1)
    }.attachingLater,
  ]

  private static let allGuarantees = [
    DerivedForm("when(guarantees: sequence)", errors: .isFulfilled) {
      when(guarantees: [$0.recovered(), .value([2])])
    },
    DerivedForm("when(guarantees: sequence of Void)", errors: .isFulfilled) {
      when(guarantees: [$0.recovered().asVoid(), Guarantee()])
    },
    DerivedForm("when(guarantees of Void)", errors: .isFulfilled) {
      when($0.recovered().asVoid(), Guarantee())
    },
    DerivedForm("when(guarantees: tuple)", errors: .isFulfilled) {
      when(guarantees: $0.recovered(), Guarantee.value("a"))
    },
    DerivedForm("when(guarantees: pack)", errors: .isFulfilled) {
      when(guarantees: $0.recovered(), number, number, number, number, Guarantee.value("a"))
    },
  ]

  private static let number = Guarantee.value(1)
}
