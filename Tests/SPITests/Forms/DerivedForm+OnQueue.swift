// Forms: derived

@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

extension DerivedForm {
  /// The forms with `on:` that replace those of the main API in code in Swift 5 mode.
  @available(*, deprecated)
  static var onQueueInSwift5Mode: [DerivedForm] {
    valuesOnQueue + errorsOnQueue + guaranteesOnQueue + throwingGuaranteesOnQueue
  }

  private static var valuesOnQueue: [DerivedForm] {
    [
      DerivedForm("done(on:)") { $0.done(on: nil) { _ in } },
      DerivedForm("map(on:)") { $0.map(on: nil) { $0.count } },
      DerivedForm("then(on:)") { $0.then(on: nil) { Promise.value($0) } },
      DerivedForm("get(on:)") { $0.get(on: nil) { _ in } },
      DerivedForm("compactMap(on:)") { $0.compactMap(on: nil) { $0.first } },
      DerivedForm("validate(on:)") { $0.validate(on: nil) { !$0.isEmpty } },
      DerivedForm("thenMap(on:)") { $0.thenMap(on: nil) { Promise.value($0) } },
      DerivedForm("reduce(on:)") { $0.reduce(on: nil, [1, 2]) { sum, item in Promise.value(sum + [item]) } },
    ]
  }

  private static var errorsOnQueue: [DerivedForm] {
    [
      DerivedForm("tap(on:)") { $0.tap(on: nil) { _ in } },
      DerivedForm("ensure(on:)") { $0.ensure(on: nil) {} },
      DerivedForm("ensureThen(on:)") { $0.ensureThen(on: nil) { Guarantee() } },
      DerivedForm("catch(on:)") { $0.catch(on: nil) { _ in } },
      DerivedForm("catch(only:on:)") { $0.catch(only: TestError.self, on: nil) { _ in } },
      DerivedForm("recover(on:)", errors: .isFulfilled, cancellation: .isPassedOn) {
        $0.recover(on: nil) { _ -> Promise<[Int]> in Promise.value([2]) }
      },
      DerivedForm("recover(on:) to a guarantee", errors: .isFulfilled) {
        $0.recover(on: nil) { _ -> Guarantee<[Int]> in Guarantee.value([2]) } as Guarantee<[Int]>
      },
      DerivedForm("recover(only:on:)", errors: .isFulfilled, others: .isPassedOn) {
        $0.recover(only: TestError.self, on: nil) { _ -> Promise<[Int]> in Promise.value([2]) }
      },
    ]
  }

  private static var guaranteesOnQueue: [DerivedForm] {
    [
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

  /// Handlers that may throw. Where there is a form for others as well, the type of the result decides.
  private static var throwingGuaranteesOnQueue: [DerivedForm] {
    [
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
        $0.recovered().then(on: nil) { value throws -> Promise<[Int]> in Promise.value(value) }
      },
      DerivedForm("guarantee.compactMap(on:)", errors: .isFulfilled) {
        $0.recovered().compactMap(on: nil) { $0.first }
      },
      DerivedForm("guarantee.validate(on:)", errors: .isFulfilled) {
        $0.recovered().validate(on: nil) { !$0.isEmpty }
      },
      DerivedForm("guarantee.thenMap(on:)", errors: .isFulfilled) {
        $0.recovered().thenMap(on: nil) { Promise.value($0) }
      },
    ]
  }
}
