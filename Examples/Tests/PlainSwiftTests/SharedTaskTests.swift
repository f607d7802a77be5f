import PlainSwift
import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SharedTaskTests {
  let log = Log()

  /// A value whose loads are numbered. The first one waits for a gate.
  private func shared(_ gate: Gate? = nil, started: Gate? = nil, failures: Int = 0) -> SharedTask<Int> {
    SharedTask { [log] in
      log.note("load")
      let number = log.lines.count
      started?.open()
      if number == 1 { await gate?.opened() }
      if number <= failures { throw TimedOut() }
      return number
    }
  }

  @Test func `callers join a running load, and its value is kept`() async throws {
    let (gate, started) = (Gate(), Gate())
    let value = shared(gate, started: started)
    async let first = value.get()
    await started.opened()
    async let second = value.get()
    gate.open()
    #expect(try await [first, second, value.get()] == [1, 1, 1])
  }

  @Test func `a failure is not kept`() async throws {
    let value = shared(failures: 1)
    await #expect(throws: TimedOut.self) { try await value.get() }
    #expect(try await value.get() == 2)
  }

  @Test func `a value is removed if the condition holds for it`() async throws {
    let value = shared()
    _ = try await value.get()
    await value.invalidate { $0 == 7 }
    #expect(try await value.get() == 1)
    await value.invalidate { $0 == 1 }
    #expect(try await value.get() == 2)
    await value.invalidate()
    #expect(try await value.get() == 3)
  }

  @Test func `the outcome of a load is not kept after an invalidation`() async throws {
    let (gate, started) = (Gate(), Gate())
    let value = shared(gate, started: started)
    async let first = value.get()
    await started.opened()
    await value.invalidate()
    #expect(try await value.get() == 2)
    gate.open()
    #expect(try await first == 1)
    #expect(try await value.get() == 2)
  }
}
