import Dispatch
import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// PromiseKit's operators on the elements of a collection whose handlers return values, such as `mapValues`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CollectionOperatorTests {
  @Test(arguments: cases(of: Cases.self)) func `operators on collections behave as in PromiseKit`(_ test: Case)
    async throws
  {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let lists: [[Case]] = [
      [Case("mapValues transforms each element") { try await Code().mapValues() }],
      [Case("flatMapValues concatenates the sequences that its handler returns") { try await Code().flatMapValues() }],
      [Case("compactMapValues drops nil") { try await Code().compactMapValues() }],
      [Case("filterValues keeps the elements that match") { try await Code().filterValues() }],
      [Case("firstValue and lastValue are the first and the last element") { try await Code().firstAndLastValue() }],
      [Case("firstValue(where:) stops at the first match") { try await Code().firstValueWhere() }],
      [Case("sortedValues sorts the elements, on a queue if one is passed") { try await Code().sortedValues() }],
      [Case("an empty collection stays empty") { Code().emptyCollections() }],
      [Case("a missing element rejects with emptySequence") { Code().missingElements() }],
      [Case("errors skip the handlers") { Code().errors() }],
      [Case("a handler that throws rejects and is not called again") { Code().throwingHandler() }],
      [Case("operators of guarantees return guarantees") { await Code().guarantees() }],
      [Case("operators of guarantees return guarantees with on: as well") { await Code().guaranteesOnAQueue() }],
      [Case("operators of guarantees accept key paths") { Code().guaranteesWithKeyPaths() }],
      [Case("operators of guarantees that may fail return promises") { Code().failingGuarantees() }],
      [Case("canceling the derived promise cancels the upstream promise") { Code().canceled() }],
      [Case("handlers written on the main actor run there") { try await Code().onTheMainActor() }],
      [Case("handlers of guarantees written on the main actor run there") { await Code().guaranteesOnTheMainActor() }],
      [Case("handlers run on the queue passed as on:") { try await Code().onAQueue() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct Code {
  struct Word: Sendable, Equatable {
    var text: String
    var number: Int?
    var isShort: Bool { text.count < 4 }

    static let one = Word(text: "one", number: 1)
    static let three = Word(text: "three", number: 3)
    static let many = Word(text: "many", number: nil)
  }

  let words = [Word.one, .three, .many]
  var failed: Promise<[Int]> { Promise(error: TestError.one) }

  // MARK: Values

  func mapValues() async throws {
    #expect(try await Promise.value([1, 2, 3]).mapValues { $0 * 2 }.get() == [2, 4, 6])
    #expect(Promise.value([1, 2, 3]).mapValues(on: nil) { "\($0)" }.value == ["1", "2", "3"])
    #expect(Promise.value(words).mapValues(\.text).value == ["one", "three", "many"])
  }

  func flatMapValues() async throws {
    #expect(try await Promise.value([1, 2, 3]).flatMapValues { [$0, -$0] }.get() == [1, -1, 2, -2, 3, -3])
    let repeated = Promise.value(0..<4).flatMapValues(on: nil) { Array(repeating: $0, count: $0) }
    #expect(repeated.value == [1, 2, 2, 3, 3, 3])
  }

  func compactMapValues() async throws {
    let numbers: Promise<[Int]> = Promise.value(["1", "two", "3"]).compactMapValues { Int($0) }
    #expect(try await numbers.get() == [1, 3])
    #expect(Promise.value([1, nil, 3]).compactMapValues(on: nil) { $0 }.value == [1, 3])
    #expect(Promise.value(words).compactMapValues(\.number).value == [1, 3])
  }

  func filterValues() async throws {
    #expect(try await Promise.value([1, 2, 3, 4]).filterValues { $0 % 2 == 0 }.get() == [2, 4])
    #expect(Promise.value(Set([1, 2])).filterValues(on: nil) { $0 > 1 }.value == [2])
    #expect(Promise.value(words).filterValues(\.isShort).value == [.one])
  }

  func firstAndLastValue() async throws {
    #expect(try await Promise.value([1, 2, 3]).firstValue.get() == 1)
    #expect(try await Promise.value([1, 2, 3]).lastValue.get() == 3)
    #expect(Promise.value([7: "seven"]).firstValue.value?.value == "seven")
    #expect(Promise.value(Set([7])).lastValue.value == 7)
  }

  func firstValueWhere() async throws {
    let log = Log<Int>()
    #expect(try await Promise.value([1, 2, 3]).firstValue { $0 > 1 }.get() == 2)
    let first = Promise.value([1, 2, 3]).firstValue(on: nil) { number in
      log(number)
      return number == 2
    }
    #expect(first.value == 2)
    // The handler is not called for later elements.
    #expect(log.entries == [1, 2])
  }

  func sortedValues() async throws {
    #expect(Promise.value([3, 1, 2]).sortedValues().value == [1, 2, 3])
    let here = MarkedQueue(isActive: false)
    let promise = Promise.value(Set(["b", "a"])).sortedValues(on: here.queue)
    let guarantee: Guarantee<[Int]> = Guarantee.value([2, 1]).sortedValues(on: here.queue)
    #expect(promise.isPending && guarantee.isPending)
    here.queue.activate()
    #expect(try await promise.get() == ["a", "b"])
    #expect(await guarantee.get() == [1, 2])
  }

  // MARK: Empty collections

  func emptyCollections() {
    let empty = Promise.value([Int]())
    #expect(empty.mapValues(on: nil) { $0 }.value == [])
    #expect(empty.flatMapValues(on: nil) { [$0] }.value == [])
    #expect(empty.compactMapValues(on: nil) { Optional($0) }.value == [])
    #expect(empty.filterValues(on: nil) { _ in true }.value == [])
    #expect(empty.sortedValues().value == [])
  }

  func missingElements() {
    let (empty, some) = (Promise.value([Int]()), Promise.value([1, 2]))
    let missing = [empty.firstValue, empty.lastValue] + [empty, some].map { $0.firstValue(on: nil) { $0 > 2 } }
    for promise in missing {
      guard case .emptySequence? = promise.error as? PromiseError else {
        Issue.record("\(String(describing: promise.result))")
        continue
      }
    }
  }

  // MARK: Errors

  func errors() {
    let log = Log<Int>()
    @Sendable func note(_ number: Int) -> Bool {
      log(number)
      return true
    }
    #expect(failed.mapValues(on: nil) { note($0) }.error as? TestError == .one)
    #expect(failed.flatMapValues(on: nil) { [note($0)] }.error as? TestError == .one)
    #expect(failed.compactMapValues(on: nil) { Optional(note($0)) }.error as? TestError == .one)
    #expect(failed.filterValues(on: nil) { note($0) }.error as? TestError == .one)
    #expect(failed.firstValue(on: nil) { note($0) }.error as? TestError == .one)
    #expect(failed.firstValue.error as? TestError == .one)
    #expect(failed.lastValue.error as? TestError == .one)
    #expect(failed.sortedValues().error as? TestError == .one)
    #expect(log.entries == [])
  }

  func throwingHandler() {
    let log = Log<Int>()
    let numbers = Promise.value([1, 2, 3])
    @Sendable func check(_ number: Int) throws -> Int {
      log(number)
      if number == 2 { throw TestError.two }
      return number
    }
    #expect(numbers.mapValues(on: nil) { try check($0) }.error as? TestError == .two)
    #expect(numbers.flatMapValues(on: nil) { [try check($0)] }.error as? TestError == .two)
    #expect(numbers.compactMapValues(on: nil) { Optional(try check($0)) }.error as? TestError == .two)
    #expect(numbers.filterValues(on: nil) { try check($0) > 0 }.error as? TestError == .two)
    #expect(numbers.firstValue(on: nil) { try check($0) > 2 }.error as? TestError == .two)
    #expect(log.entries == Array(repeating: [1, 2], count: 5).flatMap { $0 })
  }

  // MARK: Guarantees

  func guarantees() async {
    let numbers = Guarantee.value([3, 1, 2])
    let mapped: Guarantee<[Int]> = numbers.mapValues { $0 * 2 }
    let flat: Guarantee<[Int]> = numbers.flatMapValues { [$0, $0] }
    let compact: Guarantee<[Int]> = numbers.compactMapValues { $0 > 1 ? $0 : nil }
    let filtered: Guarantee<[Int]> = numbers.filterValues { $0 < 3 }
    let sorted: Guarantee<[Int]> = numbers.sortedValues()
    #expect(await mapped.get() == [6, 2, 4])
    #expect(await flat.get() == [3, 3, 1, 1, 2, 2])
    #expect(await compact.get() == [3, 2])
    #expect(await filtered.get() == [1, 2])
    #expect(sorted.value == [1, 2, 3])
  }

  func guaranteesOnAQueue() async {
    let here = MarkedQueue()
    let numbers = Guarantee.value([1, 2])
    let mapped: Guarantee<[Bool]> = numbers.mapValues(on: here.queue) { _ in here.isCurrent }
    let flat: Guarantee<[Bool]> = numbers.flatMapValues(on: here.queue) { _ in [here.isCurrent] }
    let compact: Guarantee<[Bool]> = numbers.compactMapValues(on: here.queue) { _ in Optional(here.isCurrent) }
    let filtered: Guarantee<[Int]> = numbers.filterValues(on: here.queue) { _ in here.isCurrent }
    #expect(await mapped.get() == [true, true])
    #expect(await flat.get() == [true, true])
    #expect(await compact.get() == [true, true])
    #expect(await filtered.get() == [1, 2])
  }

  func guaranteesWithKeyPaths() {
    let mapped: Guarantee<[String]> = Guarantee.value(words).mapValues(\.text)
    let compact: Guarantee<[Int]> = Guarantee.value(words).compactMapValues(\.number)
    let filtered: Guarantee<[Word]> = Guarantee.value(words).filterValues(\.isShort)
    #expect(mapped.value == ["one", "three", "many"] && compact.value == [1, 3] && filtered.value == [.one])
  }

  func failingGuarantees() {
    let first: Promise<Int> = Guarantee.value([1, 2]).firstValue
    let last: Promise<Int> = Guarantee.value([1, 2]).lastValue
    let wanted: Promise<Int> = Guarantee.value([1, 2]).firstValue(on: nil) { $0 == 2 }
    let throwing: Promise<[Int]> = Guarantee.value([1, 2]).mapValues(on: nil) { _ in throw TestError.two }
    #expect(first.value == 1 && last.value == 2 && wanted.value == 2)
    #expect(throwing.error as? TestError == .two)
  }

  // MARK: Cancellation

  func canceled() {
    let derive: [(Promise<[Int]>) -> any PromiseReference] = [
      { $0.mapValues(on: nil) { $0 } }, { $0.flatMapValues(on: nil) { [$0] } },
      { $0.compactMapValues(on: nil) { Optional($0) } }, { $0.filterValues(on: nil) { _ in true } },
      { $0.firstValue }, { $0.lastValue }, { $0.firstValue(on: nil) { _ in true } }, { $0.sortedValues() },
    ]
    for derive in derive {
      let (promise, resolver) = Promise<[Int]>.pending()
      derive(promise).any.cancel()
      #expect(promise.isCancelled && resolver.isCancelled)
    }
  }

  // MARK: Executors

  @MainActor func onTheMainActor() async throws {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (numbers, resolver) = Promise<[Int]>.pending()
    let ends: [Promise<Void>] = withPromiseQueue(MarkedQueue().queue) {
      [
        numbers.mapValues { note("map", $0) }.asVoid(), numbers.flatMapValues { note("flatMap", [$0]) }.asVoid(),
        numbers.compactMapValues { note("compactMap", Optional($0)) }.asVoid(),
        numbers.filterValues { note("filter", $0 > 0) }.asVoid(), numbers.firstValue { note("first", $0 > 0) }.asVoid(),
      ]
    }
    await elsewhere { resolver.fulfill([1]) }
    try await when(fulfilled: ends).get()
    #expect(log.entries == ["map", "flatMap", "compactMap", "filter", "first"])
  }

  @MainActor func guaranteesOnTheMainActor() async {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (numbers, seal) = Guarantee<[Int]>.pending()
    let ends: [Guarantee<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        numbers.mapValues { note("map", $0) }, numbers.flatMapValues { note("flatMap", [$0]) },
        numbers.compactMapValues { note("compactMap", Optional($0)) }, numbers.filterValues { note("filter", $0 > 0) },
      ]
    }
    await elsewhere { seal([1]) }
    for end in ends { #expect(await end.get() == [1]) }
    #expect(log.entries == ["map", "flatMap", "compactMap", "filter"])
  }

  func onAQueue() async throws {
    let here = MarkedQueue()
    let numbers = Promise.value([1])
    #expect(try await numbers.mapValues(on: here.queue) { _ in here.isCurrent }.get() == [true])
    #expect(try await numbers.flatMapValues(on: here.queue) { _ in [here.isCurrent] }.get() == [true])
    #expect(try await numbers.compactMapValues(on: here.queue) { _ in Optional(here.isCurrent) }.get() == [true])
    #expect(try await numbers.filterValues(on: here.queue) { _ in here.isCurrent }.get() == [1])
    #expect(try await numbers.firstValue(on: here.queue) { _ in here.isCurrent }.get() == 1)
  }
}
