import PromiseCore
import Testing

/// What nobody can do from outside stops the program, each in a process of its own: see `.ci/traps`.
struct TrapTests {
  @Test func aWaitThatIsSuspendedTwiceStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var wait = WaitState<Int>()
      precondition(wait.suspend(1) == nil)
      _ = wait.suspend(2)
    }
  }

  @Test func whoDeliversWithoutHavingSettledStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var settlement = Settlement()
      _ = settlement.nextBatch()
    }
  }

  @Test func theOutcomeOfAPendingPromiseStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let (promise, resolver) = Promise<Int>.pending()
      withExtendedLifetime(resolver) { _ = promise.knownOutcome }
    }
  }

  @Test func anObserverOfNoKindStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { Promise.value(1).attach(AnyObserver()) }
  }
}
