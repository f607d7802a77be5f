import Dispatch
import PromiseTesting
import Testing

@Suite(.promises(timeLimit: .seconds(20))) @MainActor struct MainActorTests {
  @Test func `waitForPromises runs handlers on the main actor`() {
    var number = 0
    let promise = Promise.value(1).map(on: .global()) { $0 + 1 }.done { number = $0 }
    #expect(waitForPromises(timeout: 10))
    #expect(number == 2)
    #expect(promise.isFulfilled)
  }

  @Test func `handlers run on the main actor during an await`() async throws {
    var number = 0
    try await Promise.value(1).map(on: .global()) { $0 + 1 }.done { number = $0 }.get()
    #expect(number == 2)
  }

  @Test func `a promise is abandoned on the main actor`() {
    let promise = Promise<Int> { _ in }
    #expect(waitForPromises(timeout: 10))
    #expect(promise.isRejected)
  }

  @Test(.promises(timeLimit: .seconds(2))) func `a test on the main actor never ends`() async throws {
    var resolver: Resolver<Int>?
    try await Promise<Int> { resolver = $0 }.get()
    resolver?.fulfill(1)
  }
}
