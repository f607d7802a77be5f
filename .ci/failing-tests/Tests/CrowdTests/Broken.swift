import PromiseTesting
import Testing

/// The four of the crowd that are broken, each in its own way. The others are generated.
@Suite(.promises(timeLimit: .seconds(20))) struct Broken {
  struct Refused: Error {}

  @Test(.promises(timeLimit: .seconds(2))) func leavesAPromisePending() async throws {
    try await takePart(1)
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending)
    keep(resolver)
  }

  @Test func leavesARejectionUnhandled() async throws {
    try await takePart(2)
    _ = Promise<Int>(error: Refused())
  }

  @Test func abandonsAPromise() async throws {
    try await takePart(3)
    _ = Promise<Int> { _ in }
  }

  @Test(.promises(timeLimit: .seconds(2))) func hangs() async throws {
    try await takePart(4)
    let (promise, resolver) = Promise<Int>.pending()
    keep(resolver)
    try await promise.get()
  }
}
