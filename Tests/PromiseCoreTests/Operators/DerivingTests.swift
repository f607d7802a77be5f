import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What operators of promises and guarantees derive.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DerivingTests {
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func `an error skips then, map, and get`() async {
    let log = Log<String>()
    let promise = failed.then { _ -> Promise<Int> in
      log("promise")
      return .value(1)
    }.map { _ -> Int in
      log("value")
      return 1
    }.get { _ in log("nothing") }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [])
  }

  @Test func `operators on a guarantee return guarantees if their handlers cannot fail`() async {
    let log = Log<Int>()
    let done: Guarantee<Void> = Guarantee.value(1).map { $0 + 1 }.then { Guarantee.value($0 * 10) }.done { log($0) }
    await done.get()
    #expect(log.entries == [20])
  }

  @Test func `operators on a guarantee return promises if their handlers can fail`() async throws {
    let guarantee = Guarantee.value(1)
    let map: Promise<Int> = guarantee.map { value in
      if value == 1 { throw TestError.one }
      return value
    }
    await #expect(throws: TestError.one) { try await map.get() }
    await #expect(throws: TestError.two) { try await guarantee.done { _ in throw TestError.two }.get() }
    #expect(try await guarantee.then { Promise.value($0 + 1) }.get() == 2)
  }
}
