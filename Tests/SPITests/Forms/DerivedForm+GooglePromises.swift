// Forms: derived

import Dispatch
@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport

extension DerivedForm {
  /// The forms that the import for google/promises' code adds.
  @available(*, deprecated)
  static var ofGooglePromises: [DerivedForm] {
    operatorsOfGooglePromises + guaranteesOfGooglePromises + throwingGuaranteesOfGooglePromises
      + (loopsOfGooglePromises.map(\.attachingLater) + combinatorsOfGooglePromises).map(\.inContextOfCaller)
  }

  @available(*, deprecated)
  private static var operatorsOfGooglePromises: [DerivedForm] {
    [
      DerivedForm("always") { $0.always {} },
      DerivedForm("always(on:)") { $0.always(on: nil) {} },
      // The type of the result selects these forms.
      DerivedForm("then to a promise of a type that is left open") {
        $0.then { value in
          if value.isEmpty { return Promise(TestError.two) }
          return Promise(value)
        } as Promise<[Int]>
      },
      DerivedForm("then(on:) to a promise of a type that is left open") {
        $0.then(on: nil) { value in
          if value.isEmpty { return Promise(TestError.two) }
          return Promise(value)
        } as Promise<[Int]>
      },
      DerivedForm("then to a value") { $0.then { value -> Int in value.count } as Promise<Int> },
      DerivedForm("then(on:) to a value") { $0.then(on: nil) { value -> Int in value.count } as Promise<Int> },
      DerivedForm("then to another thenable") { $0.then { value -> Guarantee<[Int]> in .value(value) } },
      DerivedForm("then to nothing") { $0.then { _ in } as Promise<[Int]> },
      DerivedForm("then(on:) to nothing") { $0.then(on: nil) { _ in } as Promise<[Int]> },
      DerivedForm("recover to a value", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.recover { _ -> [Int] in [2] }
      },
      DerivedForm("recover(on:) to a guarantee, throwing", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.recover(on: nil) { _ throws -> Guarantee<[Int]> in Guarantee.value([2]) }
      },
      DerivedForm("recover(only:on:) to a guarantee", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.self, on: nil) { _ -> Guarantee<[Int]> in Guarantee.value([2]) }
      },
      DerivedForm("recover(on:) to a value", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.recover(on: nil) { _ -> [Int] in [2] }
      },
      DerivedForm("reduce(variadic)") { $0.reduce(1, 2) { sum, item in Promise<[Int]>.value(sum + [item]) } },
      DerivedForm("reduce(on:)") {
        $0.reduce(on: .global(), [1, 2]) { sum, item in Promise.value(sum + [item]) }
      },
      DerivedForm("reduce(on:variadic)") {
        $0.reduce(on: nil, 1, 2) { sum, item in Promise<[Int]>.value(sum + [item]) }
      },
      DerivedForm("delay") { $0.delay(0) },
      DerivedForm("delay(on:)", hasSite: false) { $0.delay(on: .global(), 0) },
      DerivedForm("timeout") { $0.timeout(1_000_000) },
      DerivedForm("timeout(on:)", hasSite: false) { $0.timeout(on: .global(), 1_000_000) },
    ]
  }

  @available(*, deprecated)
  private static var guaranteesOfGooglePromises: [DerivedForm] {
    [
      DerivedForm("guarantee.always", errors: .isFulfilled) { $0.recovered().always {} },
      DerivedForm("guarantee.always(on:)", errors: .isFulfilled) { $0.recovered().always(on: nil) {} },
      DerivedForm("guarantee.then to a value", errors: .isFulfilled) {
        $0.recovered().then { value -> Int in value.count } as Guarantee<Int>
      },
      DerivedForm("guarantee.then(on:) to a value", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { value -> Int in value.count } as Guarantee<Int>
      },
      DerivedForm("guarantee.then to nothing", errors: .isFulfilled) {
        $0.recovered().then { _ in } as Guarantee<[Int]>
      },
      DerivedForm("guarantee.then(on:) to nothing", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { _ in } as Guarantee<[Int]>
      },
      DerivedForm("Promise(guarantee)", errors: .isFulfilled) { Promise<[Int]>($0.recovered()) }.inContextOfCaller,
      DerivedForm("Promise(promise)") { Promise<[Int]>($0) }.inContextOfCaller,
    ]
  }

  /// Handlers that may throw. Where there is a form for others as well, the type of the result decides.
  @available(*, deprecated)
  private static var throwingGuaranteesOfGooglePromises: [DerivedForm] {
    [
      DerivedForm("guarantee.then to a promise", errors: .isFulfilled) {
        $0.recovered().then { value -> Promise<[Int]> in Promise<[Int]>.value(value) }
      },
      DerivedForm("guarantee.then(on:) to a promise", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { value -> Promise<[Int]> in Promise<[Int]>.value(value) }
      },
      DerivedForm("throwing guarantee.then to a promise", errors: .isFulfilled) {
        $0.recovered().then { value -> Promise<[Int]> in try promise(of: value) }
      },
      DerivedForm("throwing guarantee.then(on:) to a promise", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { value -> Promise<[Int]> in try promise(of: value) }
      },
      DerivedForm("throwing guarantee.then to a value", errors: .isFulfilled) {
        $0.recovered().then { value -> Int in value.count } as Promise<Int>
      },
      DerivedForm("throwing guarantee.then(on:) to a value", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { value -> Int in value.count } as Promise<Int>
      },
      DerivedForm("throwing guarantee.then to nothing", errors: .isFulfilled) {
        $0.recovered().then { _ in } as Promise<[Int]>
      },
      DerivedForm("throwing guarantee.then(on:) to nothing", errors: .isFulfilled) {
        $0.recovered().then(on: nil) { _ in } as Promise<[Int]>
      },
      DerivedForm("guarantee.reduce(variadic)", errors: .isFulfilled) {
        $0.recovered().reduce(1, 2) { sum, item in Promise<[Int]>.value(sum + [item]) }
      },
      DerivedForm("guarantee.reduce(on:)", errors: .isFulfilled) {
        $0.recovered().reduce(on: .global(), [1, 2]) { sum, item in Promise.value(sum + [item]) }
      },
      DerivedForm("guarantee.reduce(on:variadic)", errors: .isFulfilled) {
        $0.recovered().reduce(on: nil, 1, 2) { sum, item in Promise<[Int]>.value(sum + [item]) }
      },
      DerivedForm("guarantee.timeout", errors: .isFulfilled) { $0.recovered().timeout(1_000_000) },
      DerivedForm("guarantee.timeout(on:)", errors: .isFulfilled, hasSite: false) {
        $0.recovered().timeout(on: .global(), 1_000_000)
      },
    ]
  }

  @available(*, deprecated)
  private static var loopsOfGooglePromises: [DerivedForm] {
    [
      DerivedForm("Promise(work)") { source in Promise<[Int]> { () -> Promise<[Int]> in source } },
      DerivedForm("Promise(function)") { source in Promise<[Int]>({ source }) },
      DerivedForm("Promise(on:work)") { source in Promise<[Int]>(on: nil) { () -> Promise<[Int]> in source } },
      DerivedForm("retry(delay:)") { source in retry(attempts: 0, delay: 0 as Double) { source } },
      DerivedForm("retry(on:delay:)") { source in retry(on: .global(), attempts: 0, delay: 0 as Double) { source } },
    ]
  }

  @available(*, deprecated)
  private static var combinatorsOfGooglePromises: [DerivedForm] {
    [
      DerivedForm("all(sequence)") { all([$0, Promise<[Int]>.value([2])]) },
      DerivedForm("all(variadic)") { all($0, $0) as Promise<[[Int]]> },
      DerivedForm("all(two)") { all($0, Promise<Int>.value(1)) },
      DerivedForm("all(three)") { all($0, Promise<Int>.value(1), Promise<Bool>.value(true)) },
      DerivedForm("all(four)") { all($0, Promise<Int>.value(1), Promise<Bool>.value(true), Promise<Int>.value(1)) },
      DerivedForm("all(on:sequence)", hasSite: false) { all(on: .global(), [$0, Promise<[Int]>.value([2])]) },
      DerivedForm("all(on:tuple)", hasSite: false) { all(on: .global(), $0, Promise<Int>.value(1)) },
      DerivedForm("any(sequence)", errors: .isFulfilled) { any([$0, Promise<[Int]>.value([2])]) },
      DerivedForm("any(variadic)") { any($0, $0) as Promise<[Maybe<[Int]>]> },
      DerivedForm("any(two)", errors: .isFulfilled) { any($0, Promise<Int>.value(1)) },
      DerivedForm("any(three)", errors: .isFulfilled) { any($0, Promise<Int>.value(1), Promise<Bool>.value(true)) },
      DerivedForm("any(four)", errors: .isFulfilled) {
        any($0, Promise<Int>.value(1), Promise<Bool>.value(true), Promise<Int>.value(1))
      },
      DerivedForm("any(on:sequence)", errors: .isFulfilled, hasSite: false) {
        any(on: .global(), [$0, Promise<[Int]>.value([2])])
      },
      DerivedForm("any(on:tuple)", errors: .isFulfilled, hasSite: false) {
        any(on: .global(), $0, Promise<Int>.value(1))
      },
      DerivedForm("race(array)") { race([$0]) },
      DerivedForm("race(on:array)", hasSite: false) { race(on: .global(), [$0]) },
      DerivedForm("race(on:variadic)", hasSite: false) { race(on: .global(), $0, $0) },
    ]
  }
}

/// A handler that calls this function may throw.
private func promise(of value: [Int]) throws -> Promise<[Int]> { Promise<[Int]>.value(value) }
