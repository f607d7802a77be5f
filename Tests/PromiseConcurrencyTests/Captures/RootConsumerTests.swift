import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A consumer that is no longer wanted leaves the promise that it waited for, with all that it captured.
///
/// `stress roots` measures the memory that remains.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RootConsumerTests {
  @Test(arguments: RootPattern.all) func `no consumer that is no longer wanted stays attached`(
    _ pattern: RootPattern
  ) async {
    let roots = Roots()
    for _ in 0..<100 { await pattern.run(roots) }
    // The thread that ran the last handler, or an actor, may not have released it yet.
    let deadline = ContinuousClock.now + .seconds(TestLimit.seconds / 2)
    await wait {
      roots.consumerCount <= Roots.maximumOfDepartedConsumers && roots.alive == 0 || ContinuousClock.now > deadline
    }
    #expect(roots.consumerCount <= Roots.maximumOfDepartedConsumers)
    #expect(roots.alive == 0)
    roots.settle()
  }
}
