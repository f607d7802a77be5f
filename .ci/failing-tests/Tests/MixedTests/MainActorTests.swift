import Dispatch
import PromiseTesting
import Testing

@Suite(.promises(timeLimit: .seconds(20))) @MainActor struct MainActorTests {
  @Test func waitsOnTheMainActor() {
    var number = 0
    let promise = Promise.value(1).map(on: .global()) { $0 + 1 }.done { number = $0 }
    #expect(waitForPromises(timeout: 10))
    #expect(number == 2)
    #expect(promise.isFulfilled)
  }

  @Test func awaitsOnTheMainActor() async throws {
    var number = 0
    try await Promise.value(1).map(on: .global()) { $0 + 1 }.done { number = $0 }.get()
    #expect(number == 2)
  }

  @Test func abandonsAPromiseOnTheMainActor() {
    let promise = Promise<Int> { _ in }
    #expect(waitForPromises(timeout: 10))
    #expect(promise.isRejected)
  }

  @Test(.promises(timeLimit: .seconds(2))) func hangsOnTheMainActor() async throws {
    var resolver: Resolver<Int>?
    try await Promise<Int> { resolver = $0 }.get()
    resolver?.fulfill(1)
  }
}
