import PlainSwift5
import Testing

/// The files behave the same in a module in the Swift 5 language mode.
@Suite(.timeLimit(.minutes(1))) struct Swift5Tests {
  @Test func `each function works`() async throws {
    #expect(try await AsyncQueue().add { 1 }.value == 1)
    var attempts = 0
    let second = try await retry(delay: { _ in .zero }) {
      attempts += 1
      if attempts == 1 { throw TimedOut() }
      return attempts
    }
    #expect(second == 2)
    #expect(try await [1, 2].concurrentMap(maxConcurrent: 1) { $0 + 1 } == [2, 3])
    #expect(try await withTimeout(.seconds(60)) { 1 } == 1)
    #expect(try await firstSuccess(of: [{ throw TimedOut() }, { 2 }]) == 2)
    #expect(try await withResolver { resolver in resolver.resolve(3, nil) } == 3)
    #expect(try await wrap { handler in handler(3, nil) } == 3)
    #expect(await withSeal { seal in seal(3) } == 3)
    let tasks = TrackedTasks()
    TrackedTasks.$current.withValue(tasks) { Task {}.tracked() }
    #expect(await tasks.waitForAll(limit: .seconds(60)).isEmpty)
  }
}
