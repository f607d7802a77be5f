import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in the operators of one promise. (`TaskPromiseTests` tests `map` and `done`.)
@Suite(.promises(timeLimit: .testLimit)) struct AsyncOperatorTests {
  private let log = Log<String>()

  // MARK: get, compactMap, validate

  @Test func `get passes the value on after its handler has returned`() async throws {
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

  @Test func `compactMap rejects when the function returns nil or throws`() async throws {
    #expect(try await Promise.value("1").compactMap { try await parse($0) }.get() == 1)
    #expect(try await Guarantee.value("1").compactMap { try await parse($0) }.get() == 1)
    await #expect(throws: PromiseError.compactMap("x", Int.self)) {
      try await Promise.value("x").compactMap { try await parse($0) }.get()
    }
    await #expect(throws: TestError.one) {
      try await Promise.value("").compactMap { _ -> Int? in try await fail() }.get()
    }
  }

  @Test func `validate passes a valid value on and rejects an invalid one`() async throws {
    #expect(try await Promise.value(2).validate { try await isEven($0) }.get() == 2)
    await #expect(throws: PromiseError.validationFailed) {
      try await Promise.value(1).validate { try await isEven($0) }.get()
    }
    await #expect(throws: TestError.one) { try await Promise.value(-1).validate { try await isEven($0) }.get() }
  }

  // MARK: thenMap, reduce

  @Test func `thenMap transforms all elements concurrently and keeps their order`() async throws {
    let gates = [Gate(), Gate(), Gate()]
    // Each call waits for the next one, so sequential calls would never end.
    let promise = Promise.value([0, 1, 2]).thenMap { index -> Int in
      if index < 2 { try await gates[index + 1].opened() }
      gates[index].open()
      return index * 10
    }
    #expect(try await promise.get() == [0, 10, 20])
    #expect(try await Guarantee.value([1, 2]).thenMap { try await twice($0) }.get() == [2, 4])
    #expect(try await Promise.value([Int]()).thenMap { try await twice($0) }.get() == [])
    await #expect(throws: TestError.one) { try await Promise.value([1, -1]).thenMap { try await twice($0) }.get() }
  }

  @Test func `reduce combines one item at a time`() async throws {
    let sum = Promise.value(1).reduce([2, 3]) { [log] sum, number in
      log("\(sum)+\(number)")
      return try await twice(sum) + number
    }
    #expect(try await sum.get() == 11)
    #expect(log.entries == ["1+2", "4+3"])
    #expect(try await Guarantee.value(1).reduce([2, 3]) { try await twice($0) + $1 }.get() == 11)
    #expect(try await Promise.value(1).reduce([]) { (sum, _: Int) in try await twice(sum) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await Promise.value(-1).reduce([1]) { sum, _ in try await twice(sum) }.get()
    }
  }

  // MARK: Cancellation

  @Test(arguments: 0..<6) func `canceling the chain cancels the task of the running step`(_ step: Int) async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    @Sendable func hang() async throws {
      isRunning.open()
      do {
        try await suspendUntilCanceled()
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

  @Test @MainActor func `async handlers run with the isolation of the surrounding code`() async throws {
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

private func twice(_ number: Int) async throws -> Int {
  await Task.yield()
  if number < 0 { throw TestError.one }
  return number * 2
}
