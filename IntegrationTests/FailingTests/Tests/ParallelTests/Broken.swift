import PromiseTesting
import Testing

/// The four tests that fail, each for a different reason.
@Suite(.promises(timeLimit: .seconds(20))) struct Broken {
  struct Refused: Error {}

  @Test(.promises(timeLimit: .seconds(2))) func `a promise stays pending`() async throws {
    try await awaitWork(1)
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending)
    keep(resolver)
  }

  @Test func `a rejection is not handled`() async throws {
    try await awaitWork(2)
    _ = Promise<Int>(error: Refused())
  }

  @Test func `a promise is abandoned`() async throws {
    try await awaitWork(3)
    _ = Promise<Int> { _ in }
  }

  @Test(.promises(timeLimit: .seconds(2))) func `the test never ends`() async throws {
    try await awaitWork(4)
    let (promise, resolver) = Promise<Int>.pending()
    keep(resolver)
    try await promise.get()
  }
}
