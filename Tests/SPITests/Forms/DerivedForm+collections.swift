// Forms: derived

@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

extension DerivedForm {
  /// PromiseKit's forms for the elements of a value.
  @available(*, deprecated)
  static var collections: [DerivedForm] {
    elementsOfPromise + elementsOnQueue + elementsOfGuarantee + elementsOfGuaranteeOnQueue + elementsOfThrowingGuarantee
      + elementsOfThrowingGuaranteeOnQueue
  }

  @available(*, deprecated)
  private static var elementsOfPromise: [DerivedForm] {
    [
      DerivedForm("mapValues") { $0.mapValues { "\($0)" } },
      DerivedForm("mapValues(keyPath)") { $0.mapValues(\.description) },
      DerivedForm("flatMapValues") { $0.flatMapValues { [$0] } },
      DerivedForm("compactMapValues") { $0.compactMapValues { Int?($0) } },
      DerivedForm("compactMapValues(keyPath)") { $0.compactMapValues(\.same) },
      DerivedForm("filterValues") { $0.filterValues { $0 > 0 } },
      DerivedForm("filterValues(keyPath)") { $0.filterValues(\.isPositive) },
      DerivedForm("firstValue") { $0.firstValue(where: { $0 > 0 }) },
      DerivedForm("firstValue of all", hasSite: false) { $0.firstValue },
      DerivedForm("lastValue", hasSite: false) { $0.lastValue },
      DerivedForm("filter") { $0.filter { _ in true } },
      DerivedForm("filter(on:)") { $0.filter(on: nil) { _ in true } },
      DerivedForm("sorted") { $0.sorted() },
      DerivedForm("sortedValues") { $0.sortedValues() },
      DerivedForm("sortedValues(by:)") { $0.sortedValues(on: nil) { $0 < $1 } },
      DerivedForm("thenFlatMap") { $0.thenFlatMap { Promise.value([$0]) } },
    ]
  }

  @available(*, deprecated)
  private static var elementsOnQueue: [DerivedForm] {
    [
      DerivedForm("mapValues(on:)") { $0.mapValues(on: nil) { "\($0)" } },
      DerivedForm("flatMapValues(on:)") { $0.flatMapValues(on: nil) { [$0] } },
      DerivedForm("compactMapValues(on:)") { $0.compactMapValues(on: nil) { Int?($0) } },
      DerivedForm("filterValues(on:)") { $0.filterValues(on: nil) { $0 > 0 } },
      DerivedForm("firstValue(on:)") { $0.firstValue(on: nil, where: { $0 > 0 }) },
      DerivedForm("thenFlatMap(on:)") { $0.thenFlatMap(on: nil) { Promise.value([$0]) } },
    ]
  }

  @available(*, deprecated)
  private static var elementsOfGuarantee: [DerivedForm] {
    [
      DerivedForm("guarantee.mapValues", errors: .isFulfilled) { $0.recovered().mapValues { "\($0)" } },
      DerivedForm("guarantee.mapValues(keyPath)", errors: .isFulfilled) { $0.recovered().mapValues(\.description) },
      DerivedForm("guarantee.flatMapValues", errors: .isFulfilled) { $0.recovered().flatMapValues { [$0] } },
      DerivedForm("guarantee.compactMapValues", errors: .isFulfilled) {
        $0.recovered().compactMapValues { Int?($0) }
      },
      DerivedForm("guarantee.compactMapValues(keyPath)", errors: .isFulfilled) {
        $0.recovered().compactMapValues(\.same)
      },
      DerivedForm("guarantee.filterValues", errors: .isFulfilled) { $0.recovered().filterValues { $0 > 0 } },
      DerivedForm("guarantee.filterValues(keyPath)", errors: .isFulfilled) {
        $0.recovered().filterValues(\.isPositive)
      },
      DerivedForm("guarantee.sortedValues", errors: .isFulfilled) { $0.recovered().sortedValues() },
      DerivedForm("guarantee.sortedValues(by:)", errors: .isFulfilled) {
        $0.recovered().sortedValues(on: nil) { $0 < $1 }
      },
      DerivedForm("guarantee.thenMap", errors: .isFulfilled) { $0.recovered().thenMap { Guarantee.value($0) } },
      DerivedForm("guarantee.thenFlatMap", errors: .isFulfilled) {
        $0.recovered().thenFlatMap { Guarantee.value([$0]) }
      },
    ]
  }

  @available(*, deprecated)
  private static var elementsOfGuaranteeOnQueue: [DerivedForm] {
    [
      DerivedForm("guarantee.mapValues(on:)", errors: .isFulfilled) {
        $0.recovered().mapValues(on: nil) { "\($0)" }
      },
      DerivedForm("guarantee.flatMapValues(on:)", errors: .isFulfilled) {
        $0.recovered().flatMapValues(on: nil) { [$0] }
      },
      DerivedForm("guarantee.compactMapValues(on:)", errors: .isFulfilled) {
        $0.recovered().compactMapValues(on: nil) { Int?($0) }
      },
      DerivedForm("guarantee.filterValues(on:)", errors: .isFulfilled) {
        $0.recovered().filterValues(on: nil) { $0 > 0 }
      },
      DerivedForm("guarantee.thenMap(on:)", errors: .isFulfilled) {
        $0.recovered().thenMap(on: nil) { Guarantee.value($0) }
      },
      DerivedForm("guarantee.thenFlatMap(on:)", errors: .isFulfilled) {
        $0.recovered().thenFlatMap(on: nil) { Guarantee.value([$0]) }
      },
    ]
  }

  /// Handlers that may throw. Where there is a form for others as well, the type of the result decides.
  @available(*, deprecated)
  private static var elementsOfThrowingGuarantee: [DerivedForm] {
    [
      DerivedForm("throwing guarantee.mapValues", errors: .isFulfilled) {
        $0.recovered().mapValues { "\($0)" } as Promise<[String]>
      },
      DerivedForm("throwing guarantee.flatMapValues", errors: .isFulfilled) {
        $0.recovered().flatMapValues { [$0] } as Promise<[Int]>
      },
      DerivedForm("throwing guarantee.compactMapValues", errors: .isFulfilled) {
        $0.recovered().compactMapValues { Int?($0) } as Promise<[Int]>
      },
      DerivedForm("throwing guarantee.filterValues", errors: .isFulfilled) {
        $0.recovered().filterValues { $0 > 0 } as Promise<[Int]>
      },
      DerivedForm("guarantee.firstValue", errors: .isFulfilled) { $0.recovered().firstValue(where: { $0 > 0 }) },
      DerivedForm("guarantee.firstValue of all", errors: .isFulfilled, hasSite: false) { $0.recovered().firstValue },
      DerivedForm("guarantee.lastValue", errors: .isFulfilled, hasSite: false) { $0.recovered().lastValue },
      DerivedForm("guarantee.thenFlatMap to promises", errors: .isFulfilled) {
        $0.recovered().thenFlatMap { Promise.value([$0]) }
      },
    ]
  }

  @available(*, deprecated)
  private static var elementsOfThrowingGuaranteeOnQueue: [DerivedForm] {
    [
      DerivedForm("throwing guarantee.mapValues(on:)", errors: .isFulfilled) {
        $0.recovered().mapValues(on: nil) { "\($0)" } as Promise<[String]>
      },
      DerivedForm("throwing guarantee.flatMapValues(on:)", errors: .isFulfilled) {
        $0.recovered().flatMapValues(on: nil) { [$0] } as Promise<[Int]>
      },
      DerivedForm("throwing guarantee.compactMapValues(on:)", errors: .isFulfilled) {
        $0.recovered().compactMapValues(on: nil) { Int?($0) } as Promise<[Int]>
      },
      DerivedForm("throwing guarantee.filterValues(on:)", errors: .isFulfilled) {
        $0.recovered().filterValues(on: nil) { $0 > 0 } as Promise<[Int]>
      },
      DerivedForm("guarantee.firstValue(on:)", errors: .isFulfilled) {
        $0.recovered().firstValue(on: nil, where: { $0 > 0 })
      },
      DerivedForm("guarantee.thenFlatMap(on:) to promises", errors: .isFulfilled) {
        $0.recovered().thenFlatMap(on: nil) { Promise.value([$0]) }
      },
    ]
  }
}

extension Int {
  fileprivate var isPositive: Bool { self > 0 }
  fileprivate var same: Int? { self }
}
