import PromiseConcurrency
@_spi(PromiseKit) import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// `thenMap` and `thenFlatMap`: a promise for each element.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct ThenFlatMapTests {
  @Test(arguments: cases(of: ThenFlatMapTestsList.self)) func code(_ test: Case) async throws { try await test.body() }
}

private enum ThenFlatMapTestsList: MigratingCode {
  @available(*, deprecated, message: "as are the names it uses")
  static var cases: [Case] {
    let lists: [[Case]] = [
      [Case("thenFlatMapPutsThemIntoOneArray") { try await ThenFlatMapTestsCode().thenFlatMapPutsThemIntoOneArray() }],
      [Case("theyTakeGuaranteesAndStrangers") { ThenFlatMapTestsCode().theyTakeGuaranteesAndStrangers() }],
      [Case("ofNothingComesNothing") { ThenFlatMapTestsCode().ofNothingComesNothing() }],
      [Case("onAGuaranteeTheyStayGuarantees") { await ThenFlatMapTestsCode().onAGuaranteeTheyStayGuarantees() }],
      [Case("onAGuaranteeWhatMayFailIsAPromise") { ThenFlatMapTestsCode().onAGuaranteeWhatMayFailIsAPromise() }],
      [Case("errorsPassThemBy") { ThenFlatMapTestsCode().errorsPassThemBy() }],
      [
        Case("aTransformThatThrowsMidwayLeavesAloneWhatOthersWant") {
          ThenFlatMapTestsCode().aTransformThatThrowsMidwayLeavesAloneWhatOthersWant()
        }
      ],
      [
        Case("cancellingTheResultCancelsWhatTheTransformMade") {
          ThenFlatMapTestsCode().cancellingTheResultCancelsWhatTheTransformMade()
        }
      ],
      [Case("cancellingAGuaranteeAsksAllToHurry") { ThenFlatMapTestsCode().cancellingAGuaranteeAsksAllToHurry() }],
      [Case("onTheMainActorIfWrittenThere") { try await ThenFlatMapTestsCode().onTheMainActorIfWrittenThere() }],
      [Case("onTheQueueThatIsAskedFor") { try await ThenFlatMapTestsCode().onTheQueueThatIsAskedFor() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct ThenFlatMapTestsCode {
  // MARK: Values

  func thenFlatMapPutsThemIntoOneArray() async throws {
    let whole: Promise<[Int]> = Promise.value([1, 2, 3]).thenFlatMap { Promise.value([$0, -$0]) }
    #expect(try await whole.get() == [1, -1, 2, -2, 3, -3])
    #expect(Promise.value([3, 0, 2]).thenFlatMap(on: nil) { Promise.value(0..<$0) }.value == [0, 1, 2, 0, 1])
  }

  func theyTakeGuaranteesAndStrangers() {
    #expect(Promise.value([1, 2]).thenMap(on: nil) { Guarantee.value($0 * 2) }.value == [2, 4])
    #expect(Promise.value([1, 2]).thenMap(on: nil) { ForeignPromise(.success($0 * 2)) }.value == [2, 4])
    #expect(Promise.value([1, 2]).thenFlatMap(on: nil) { Guarantee.value([$0, $0]) }.value == [1, 1, 2, 2])
  }

  func ofNothingComesNothing() {
    let empty = Promise.value([Int]())
    #expect(empty.thenMap(on: nil) { Promise.value($0) }.value == [])
    #expect(empty.thenFlatMap(on: nil) { Promise.value([$0]) }.value == [])
  }

  func onAGuaranteeTheyStayGuarantees() async {
    let whole: Guarantee<[Int]> = Guarantee.value([1, 2]).thenMap { Guarantee.value($0 * 2) }
    #expect(await whole.get() == [2, 4])
    let flat: Guarantee<[Int]> = Guarantee.value([1, 2]).thenFlatMap { Guarantee.value([$0, -$0]) }
    #expect(await flat.get() == [1, -1, 2, -2])
    let empty: Guarantee<[Int]> = Guarantee.value([Int]()).thenMap(on: nil) { Guarantee.value($0) }
    #expect(empty.value == [])
  }

  func onAGuaranteeWhatMayFailIsAPromise() {
    let whole: Promise<[Int]> = Guarantee.value([1, 2]).thenMap(on: nil) { Promise.value($0 * 2) }
    let flat: Promise<[Int]> = Guarantee.value([1, 2]).thenFlatMap(on: nil) { Promise.value([$0]) }
    #expect(whole.value == [2, 4] && flat.value == [1, 2])
  }

  // MARK: Errors

  func errorsPassThemBy() {
    let log = Log<Int>()
    let failed = Promise<[Int]>(error: TestError.one)
    let whole = failed.thenMap(on: nil) { number in
      log(number)
      return Promise.value(number)
    }
    let flat = failed.thenFlatMap(on: nil) { number in
      log(number)
      return Promise.value([number])
    }
    #expect(whole.error as? TestError == .one && flat.error as? TestError == .one && log.entries == [])
  }

  func aTransformThatThrowsMidwayLeavesAloneWhatOthersWant() {
    let (wanted, resolver) = Promise<[Int]>.pending()
    let other = wanted.map(on: nil) { $0.count }
    let whole = Promise.value([0, 1]).thenFlatMap(on: nil) { number in
      if number == 1 { throw TestError.two }
      return wanted
    }
    #expect(whole.error as? TestError == .two)
    #expect(wanted.isPending && !resolver.isCancelled)
    resolver.fulfill([1, 2, 3])
    #expect(other.value == 3)
  }

  // MARK: Cancellation

  func cancellingTheResultCancelsWhatTheTransformMade() {
    let pending = (0..<3).map { _ in Promise<[Int]>.pending() }
    Promise.value([0, 1]).thenMap(on: nil) { pending[$0].promise }.cancel()
    #expect(pending.map(\.resolver.isCancelled) == [true, true, false])
    Promise.value([2]).thenFlatMap(on: nil) { pending[$0].promise }.cancel()
    #expect(pending[2].resolver.isCancelled)
  }

  func cancellingAGuaranteeAsksAllToHurry() {
    let timers = [after(seconds: 3600), after(seconds: 3600)]
    let whole = Guarantee.value([0, 1]).thenMap(on: nil) { timers[$0] }
    #expect(whole.isPending)
    whole.cancel()
    #expect(whole.isFulfilled && timers.allSatisfy { $0.isFulfilled })
  }

  // MARK: Where they run

  @MainActor func onTheMainActorIfWrittenThere() async throws {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (numbers, resolver) = Promise<[Int]>.pending()
    let (sure, seal) = Guarantee<[Int]>.pending()
    let promises: [Promise<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        numbers.thenMap { note("thenMap", Promise.value($0)) },
        numbers.thenFlatMap { note("thenFlatMap", Promise.value([$0])) },
      ]
    }
    let guarantees: [Guarantee<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        sure.thenMap { note("thenMap", Guarantee.value($0)) },
        sure.thenFlatMap { note("thenFlatMap", Guarantee.value([$0])) },
      ]
    }
    await elsewhere { resolver.fulfill([1]) }
    for promise in promises { #expect(try await promise.get() == [1]) }
    await elsewhere { seal([1]) }
    for guarantee in guarantees { #expect(await guarantee.get() == [1]) }
    #expect(log.entries == ["thenMap", "thenFlatMap", "thenMap", "thenFlatMap"])
  }

  func onTheQueueThatIsAskedFor() async throws {
    let here = MarkedQueue()
    #expect(try await Promise.value([1]).thenMap(on: here.queue) { _ in Promise.value(here.isCurrent) }.get() == [true])
    let flat = Promise.value([1]).thenFlatMap(on: here.queue) { _ in Promise.value([here.isCurrent]) }
    #expect(try await flat.get() == [true])
    let guarantee = Guarantee.value([1]).thenMap(on: here.queue) { _ in Guarantee.value(here.isCurrent) }
    #expect(await guarantee.get() == [true])
    let flatGuarantee = Guarantee.value([1]).thenFlatMap(on: here.queue) { _ in Guarantee.value([here.isCurrent]) }
    #expect(await flatGuarantee.get() == [true])
  }
}
