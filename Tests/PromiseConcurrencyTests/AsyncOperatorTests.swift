import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Async closures in the operators of one promise. (`then`, `map` and `done` are in `TaskPromiseTests`.)
@Suite(.promises, .timeLimit(.minutes(5))) struct AsyncOperatorTests {
  private let log = Log<String>()

  // MARK: get, compactMap, validate

  @Test func getLooksAndWaits() async throws {
    let value = try await Promise.value(1).get { [log] number in
      await Task.yield()
      log("\(number)")
    }.get()
    #expect(value == 1 && log.entries == ["1"])
    let failing = Promise.value(1).get { _ in try await fail() }
    await #expect(throws: TestError.one) { try await failing.get() }
    let guarantee: Guarantee<Int> = Guarantee.value(2).get { [log] number in
      await Task.yield()
      log("\(number)")
    }
    #expect(await guarantee.get() == 2)
    #expect(log.entries == ["1", "2"])
  }

  @Test func compactMapWantsAValue() async throws {
    #expect(try await Promise.value("1").compactMap { try await parse($0) }.get() == 1)
    #expect(try await Guarantee.value("1").compactMap { try await parse($0) }.get() == 1)
    await #expect(throws: PromiseError.compactMap("x", Int.self)) {
      try await Promise.value("x").compactMap { try await parse($0) }.get()
    }
    await #expect(throws: TestError.one) {
      try await Promise.value("").compactMap { _ -> Int? in try await fail() }.get()
    }
  }

  @Test func validateLetsPassWhatIsValid() async throws {
    #expect(try await Promise.value(2).validate { try await isEven($0) }.get() == 2)
    await #expect(throws: PromiseError.validationFailed) {
      try await Promise.value(1).validate { try await isEven($0) }.get()
    }
    await #expect(throws: TestError.one) { try await Promise.value(-1).validate { try await isEven($0) }.get() }
  }

  // MARK: recover, catch, ensure

  @Test func recoverReturnsAValueOrAPromise() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover { try await number(for: $0) }.get() == 1)
    let promise = failed.recover { error -> Promise<Int> in .value(try await number(for: error) + 1) }
    #expect(try await promise.get() == 2)
    #expect(try await Promise.value(5).recover { try await number(for: $0) }.get() == 5)
    let rethrown = Promise<Int>(error: TestError.two).recover { try await number(for: $0) }
    await #expect(throws: TestError.two) { try await rethrown.get() }
  }

  @Test func recoverOnlyWhatIsMeant() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover(only: TestError.self) { try await number(for: $0) }.get() == 1)
    #expect(try await failed.recover(only: TestError.one) { try await number(for: $0) }.get() == 1)
    #expect(try await failed.recover(only: TestError.one) { Promise.value(try await number(for: $0)) }.get() == 1)
    #expect(try await failed.recover(only: TestError.self) { Promise.value(try await number(for: $0)) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await failed.recover(only: TestError.two) { try await number(for: $0) }
        .recover(only: PromiseError.self) { try await number(for: $0) }.get()
    }
  }

  @Test func recoverForSureReturnsAGuarantee() async throws {
    let guarantee: Guarantee<Int> = Promise<Int>(error: TestError.one).recover { _ -> Guarantee<Int> in
      await Task.yield()
      return .value(3)
    }
    #expect(await guarantee.get() == 3)
    let (pending, resolver) = Promise<Int>.pending()
    let cancelled: Guarantee<Int> = pending.recover { error -> Guarantee<Int> in
      await Task.yield()
      return .value(error.isCancelled ? 4 : 5)
    }
    pending.cancel()
    #expect(await cancelled.get() == 4)
    #expect(resolver.isCancelled)
  }

  @Test func recoverSkipsCancellationUnlessAsked() async throws {
    let cancelled = Promise<Int>(error: CancellationError())
    await #expect(throws: CancellationError.self) { try await cancelled.recover { try await number(for: $0) }.get() }
    let asked = cancelled.recover(policy: .allErrors) { error -> Int in
      await Task.yield()
      return error.isCancelled ? 1 : 2
    }
    #expect(try await asked.get() == 1)
  }

  @Test func aPromiseOfNothingRecovers() async throws {
    let guarantee: Guarantee<Void> = Promise<Void>(error: TestError.one).recover { [log] error in
      await Task.yield()
      log("\(error)")
    }
    await guarantee.get()
    #expect(log.entries == ["one"])
    await #expect(throws: TestError.two) {
      try await Promise<Void>(error: TestError.two).recover { _ = try await number(for: $0) }.get()
    }
  }

  @Test func catchHandlesAndPassesOn() async throws {
    let reported = Log<String>()
    await Scope.$current.withValue(Scope(report: { reported("\($0)") })) {
      let promise = Promise<Int>(error: TestError.one).catch { [log] error in
        await Task.yield()
        log("\(error)")
      }
      _ = await promise.getResult()
    }
    #expect(log.entries == ["one"] && reported.entries == [])
    try await Promise.value(1).catch { [log] _ in
      await Task.yield()
      log("never")
    }.get()
    #expect(log.entries == ["one"])
  }

  @Test func ensureRunsWhateverHappenedAndIsWaitedFor() async throws {
    let fulfilled = Promise.value(1).ensure { [log] in
      await Task.yield()
      log("a")
    }
    #expect(try await fulfilled.get() == 1)
    let rejected = Promise<Int>(error: TestError.one).finally { [log] in
      await Task.yield()
      log("b")
    }
    await #expect(throws: TestError.one) { try await rejected.get() }
    let sure: Guarantee<Int> = Guarantee.value(2).ensure { [log] in
      await Task.yield()
      log("c")
    }
    #expect(await sure.get() == 2)
    await Guarantee.value(2).finally { [log] in
      await Task.yield()
      log("d")
    }.get()
    #expect(log.entries == ["a", "b", "c", "d"])
  }

  @Test func ensureTidiesUpWhenTheChainIsCancelledAndIsNotCancelledWithIt() async throws {
    let isTidy = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.ensure {
      await Task.yield()
      if !Task.isCancelled { isTidy.open() }
    }.map(on: nil) { $0 }
    chain.cancel()
    #expect(resolver.isCancelled)
    try await isTidy.opened()
  }

  // MARK: thenMap, reduce

  @Test func thenMapRunsAllAtOnceAndKeepsOrder() async throws {
    let gates = [Gate(), Gate(), Gate()]
    // Each waits for the one after it: one after the other would never end.
    let promise = Promise.value([0, 1, 2]).thenMap { index -> Int in
      if index < 2 { try await gates[index + 1].opened() }
      gates[index].open()
      return index * 10
    }
    #expect(try await promise.get() == [0, 10, 20])
    let promises = Guarantee.value([1, 2]).thenMap { number -> Promise<Int> in
      await Task.yield()
      return .value(number)
    }
    #expect(try await promises.get() == [1, 2])
    #expect(try await Promise.value([Int]()).thenMap { try await twice($0) }.get() == [])
    await #expect(throws: TestError.one) { try await Promise.value([1, -1]).thenMap { try await twice($0) }.get() }
  }

  @Test func reduceGoesOneByOne() async throws {
    let sum = Promise.value(1).reduce([2, 3]) { [log] sum, number in
      log("\(sum)+\(number)")
      return try await twice(sum) + number
    }
    #expect(try await sum.get() == 11)
    #expect(log.entries == ["1+2", "4+3"])
    let promise = Guarantee.value(1).reduce([2, 3]) { sum, number -> Promise<Int> in
      .value(try await twice(sum) + number)
    }
    #expect(try await promise.get() == 11)
    #expect(try await Promise.value(1).reduce([]) { (sum, _: Int) in try await twice(sum) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await Promise.value(-1).reduce([1]) { sum, _ in try await twice(sum) }.get()
    }
  }

  // MARK: Cancellation

  @Test(arguments: 0..<6) func cancellingTheChainCancelsTheStepThatRuns(_ step: Int) async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    @Sendable func hang() async throws {
      isRunning.open()
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        isCancelled.open()
        throw error
      }
    }
    let start = Promise.value([1])
    let chain: Promise<[Int]> =
      switch step {
      case 0: start.get { _ in try await hang() }
      case 1:
        start.compactMap { numbers -> [Int]? in
          try await hang()
          return numbers
        }
      case 2:
        start.validate { _ in
          try await hang()
          return true
        }
      case 3:
        Promise<[Int]>(error: TestError.one).recover { _ -> [Int] in
          try await hang()
          return []
        }
      case 4:
        start.thenMap { number in
          try await hang()
          return number
        }
      default:
        start.reduce([1]) { numbers, _ in
          try await hang()
          return numbers
        }
      }
    let end = chain.map(on: nil) { $0.count }
    try await isRunning.opened()
    end.cancel()
    #expect(end.isCancelled && chain.isCancelled)
    try await isCancelled.opened()
  }

  // MARK: Isolation

  @Test @MainActor func closuresRunWhereTheyWereWritten() async throws {
    var notes: [String] = []
    let promise = Promise.value([1])
      .get { _ in
        await Task.yield()
        notes.append("get")
      }
      .validate { _ in
        await Task.yield()
        notes.append("validate")
        return true
      }
      .thenMap { number in
        await Task.yield()
        notes.append("thenMap")
        return number
      }
      .reduce([1]) { numbers, _ in
        await Task.yield()
        notes.append("reduce")
        return numbers
      }
      .compactMap { _ -> Int? in
        await Task.yield()
        notes.append("compactMap")
        throw TestError.one
      }
      .recover { _ in
        await Task.yield()
        notes.append("recover")
        return 1
      }
      .ensure {
        await Task.yield()
        notes.append("ensure")
      }
    #expect(try await promise.get() == 1)
    #expect(notes == ["get", "validate", "thenMap", "reduce", "compactMap", "recover", "ensure"])
  }
}

private func fail<Value>() async throws -> Value {
  await Task.yield()
  throw TestError.one
}

private func parse(_ text: String) async throws -> Int? {
  await Task.yield()
  return Int(text)
}

private func isEven(_ number: Int) async throws -> Bool { try await twice(number) % 4 == 0 }

private func number(for error: any Error) async throws -> Int {
  await Task.yield()
  guard error as? TestError == .one else { throw error }
  return 1
}

private func twice(_ number: Int) async throws -> Int {
  await Task.yield()
  if number < 0 { throw TestError.one }
  return number * 2
}
