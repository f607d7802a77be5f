import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `done`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DoneTests {
  @Test func `done receives the value, and is rejected with an error that its handler throws`() async throws {
    let log = Log<Int>()
    try await Promise.value(1).done { number in
      await Task.yield()
      log(number)
    }.get()
    #expect(log.entries == [1])
    await #expect(throws: TestError.one) { try await Promise.value(-1).done { _ = try await twice($0) }.get() }
  }

  @Test func `the handler of a canceled done does not run`() async throws {
    let log = Log<Int>()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let done: Guarantee<Void> = guarantee.done { number in
      await nothing()
      log(number)
    }
    let other = guarantee.map(on: nil) { $0 }
    done.cancel()
    seal(1)
    await done.get()
    #expect(log.entries == [] && other.value == 1)
  }
}

private func nothing() async {}
