// Forms: derived

@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

extension DerivedForm {
  /// The forms that the import for PromiseKit's code adds, except those of collections.
  @available(*, deprecated)
  static var ofPromiseKit: [DerivedForm] {
    errorsOfPromiseKit + othersOfPromiseKit + combinatorsOfPromiseKit.map(\.inContextOfCaller)
  }

  @available(*, deprecated)
  private static var errorsOfPromiseKit: [DerivedForm] {
    [
      DerivedForm("catch(only: error)") { $0.catch(only: TestError.one) { _ in } },
      DerivedForm("catch(only: error, on:)") { $0.catch(only: TestError.one, on: nil) { _ in } },
      DerivedForm("recover to nothing", errors: .isFulfilled) { $0.asVoid().recover { _ in } },
      DerivedForm("recover(on:) to nothing", errors: .isFulfilled) { $0.asVoid().recover(on: nil) { _ in } },
      DerivedForm("recover(on:flags:) to nothing", errors: .isFulfilled) {
        $0.asVoid().recover(on: nil, flags: nil) { _ in }
      },
      DerivedForm("throwing recover to nothing", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.asVoid().recover { _ throws -> Void in }
      },
      DerivedForm("throwing recover(on:) to nothing", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.asVoid().recover(on: nil) { _ throws -> Void in }
      },
      DerivedForm("throwing recover(on:flags:) to nothing", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.asVoid().recover(on: nil, flags: nil) { _ throws -> Void in }
      },
      DerivedForm("recover(only:) to a value", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.self) { _ -> [Int] in [2] }
      },
      DerivedForm("recover(only:on:) to a value", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.self, on: nil) { _ -> [Int] in [2] }
      },
      DerivedForm("recover(only: error)", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.one) { _ -> Promise<[Int]> in Promise.value([2]) }
      },
      DerivedForm("recover(only: error, on:)", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.one, on: nil) { _ -> Promise<[Int]> in Promise.value([2]) }
      },
      DerivedForm("recover(only: error) to a value", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.one) { _ -> [Int] in [2] }
      },
      DerivedForm("recover(only: error, on:) to a value", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.one, on: nil) { _ -> [Int] in [2] }
      },
    ]
  }

  @available(*, deprecated)
  private static var othersOfPromiseKit: [DerivedForm] {
    [
      DerivedForm("always(execute:)") { $0.always(execute: {}) },
      DerivedForm("always(on:execute:)") { $0.always(on: nil, execute: {}) },
      DerivedForm("finally") { $0.finally {} },
      DerivedForm("finally(on:)") { $0.finally(on: nil) {} },
      DerivedForm("guarantee.finally", errors: .isFulfilled) { $0.recovered().finally {} },
      DerivedForm("guarantee.finally(on:)", errors: .isFulfilled) { $0.recovered().finally(on: nil) {} },
      DerivedForm("guarantee.then", errors: .isFulfilled) { $0.recovered().then { .value($0) } },
      DerivedForm("guarantee.tap", errors: .isFulfilled) { $0.recovered().tap { _ in } }.inContextOfCaller,
      DerivedForm("guarantee.tap(on:)", errors: .isFulfilled) { $0.recovered().tap(on: nil) { _ in } }
        .inContextOfCaller,
    ]
  }

  @available(*, deprecated)
  private static var combinatorsOfPromiseKit: [DerivedForm] {
    [
      DerivedForm("when(guarantees)", errors: .isFulfilled) { when($0.recovered(), Guarantee.value([1])) },
      DerivedForm("when(fulfilled: any thenables)") {
        when(fulfilled: [$0, Promise.value("a")] as [any Thenable])
      },
      DerivedForm("when(fulfilled:) of Void") { when(fulfilled: $0.asVoid(), Promise<Void>()) as Promise<Void> },
      DerivedForm("when(fulfilled:) of guarantees of Void", errors: .isFulfilled) {
        when(fulfilled: $0.recovered().asVoid(), Guarantee<Void>()) as Promise<Void>
      },
      DerivedForm("when(fulfilled:concurrently:)") { when(fulfilled: [$0].makeIterator(), concurrently: 1) }
        .attachingLater,
      DerivedForm("when(resolved:concurrently:)", errors: .isFulfilled) {
        when(resolved: [$0].makeIterator(), concurrently: 1)
      }.attachingLater,
      DerivedForm("race(array)") { race([$0]) },
      // PromiseKit's forms spare the losers, so a loser that never settles would outlive the test.
      DerivedForm("race(variadic)") { race($0, $0) },
      DerivedForm("race(guarantees)", errors: .isFulfilled) { race($0.recovered(), $0.recovered()) },
      DerivedForm("race(fulfilled: array)", errors: .isReplaced, cancellation: .isPassedOn) { race(fulfilled: [$0]) },
      DerivedForm("race(fulfilled: variadic)", errors: .isReplaced) {
        race(fulfilled: $0, Promise(error: TestError.two))
      },
    ]
  }
}
