import PromiseCore
import Testing

/// Mistakes of the library itself trap. Each test runs in a process of its own; see `.ci/traps`.
struct TrapTests {
  @Test func aWaitThatIsSuspendedTwiceStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var wait = AwaitStateMachine<Int>()
      precondition(wait.suspend(1) == nil)
      _ = wait.suspend(2)
    }
  }

  @Test func theOutcomeOfAPendingPromiseStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let (promise, resolver) = Promise<Int>.pending()
      withExtendedLifetime(resolver) { _ = promise.knownOutcome }
    }
  }

  @Test func anObserverOfNoKindStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { Promise.value(1).attach(_PromiseObserver()) }
  }

  #if DEBUG
    @Test func aConsumerThatDepartsTwiceStopsTheProgram() async {
      await #expect(processExitsWith: .failure) {
        let (promise, resolver) = Promise<Int>.pending()
        let consumers = (0..<3).map { _ in promise.map(on: nil) { $0 } }
        for _ in 0..<4 { _ = promise.consumerDeparts(nil) }
        withExtendedLifetime((consumers, resolver)) {}
      }
    }
  #endif
}
