import PlainSwift
import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConcurrentMapTests {
  let log = Log()

  @Test func `results have the order of the elements`() async throws {
    let gates = (0...3).map { _ in Gate() }
    gates[3].open()
    let results = try await (0..<3).concurrentMap(maxConcurrent: 3) { number in
      await gates[number + 1].opened()  // Each call waits for the one after it.
      gates[number].open()
      return "\(number)"
    }
    #expect(results == ["0", "1", "2"])
  }

  @Test func `results are received in the order in which calls return`() async throws {
    let gates = (0...3).map { _ in Gate() }
    gates[3].open()
    var received: [Int] = []
    try await (0..<3).concurrentForEach(maxConcurrent: 3) { number in
      await gates[number + 1].opened()
      return number
    } receive: {
      received.append($0)
      gates[$0].open()
    }
    #expect(received == [2, 1, 0])
  }

  @Test func `a call beyond the limit starts after another one has returned`() async throws {
    let (started, end) = (Gate(), Gate())
    async let results = [1, 2, 3].concurrentMap(maxConcurrent: 2) { [log] number in
      log.note("start")
      if log.lines.count == 2 { started.open() }
      await end.opened()
      defer { log.note("end") }
      return log.lines.count { $0 == "start" } - log.lines.count { $0 == "end" }
    }
    await started.opened()
    end.open()
    #expect(try await results.allSatisfy { $0 <= 2 })
    #expect(log.lines.prefix(2) == ["start", "start"])
    #expect(log.lines.prefix(4).contains("end"))
  }

  @Test func `an error cancels the running calls, and no further call starts`() async throws {
    await #expect(throws: TimedOut.self) {
      try await [1, 2, 3, 4].concurrentMap(maxConcurrent: 2) { [log] number in
        log.note("\(number)")
        if number == 1 { throw TimedOut() }
        try await waitForCancellation()
      }
    }
    #expect(Set(log.lines).isSubset(of: ["1", "2"]))
  }

  @Test func `an error of the receiver cancels the running calls`() async throws {
    await #expect(throws: TimedOut.self) {
      try await [1, 2].concurrentForEach(maxConcurrent: 2) { number in
        if number == 2 { try await waitForCancellation() }
      } receive: { _ in
        throw TimedOut()
      }
    }
  }

  @MainActor @Test func `results are received with the isolation of the caller`() async throws {
    var sum = 0
    try await [1, 2, 3].concurrentForEach(maxConcurrent: 2) {
      $0
    } receive: {
      MainActor.assertIsolated()
      sum += $0
    }
    #expect(sum == 6)
  }

  @Test func `no element means no result`() async throws {
    #expect(try await [Int]().concurrentMap(maxConcurrent: 1) { $0 } == [])
  }
}
