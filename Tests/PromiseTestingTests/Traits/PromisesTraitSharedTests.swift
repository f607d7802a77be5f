import PromiseTesting
import TestSupport
import Testing

/// A trait value that is used more than once.
extension Trait where Self == PromisesTrait {
  fileprivate static var shared: PromisesTrait { sharedTrait }
}

private let sharedTrait = PromisesTrait.promises(order: .shuffled(seeds: 0..<3))
private let runs = Log<Int>()

@Suite(.sharingProcessors, .shared) struct PromisesTraitSharedTests {
  @Test(.shared) func `one trait value on a suite and a test runs the test once for each seed`() {
    runs(1)
    #expect(runs.count <= 3)
  }
}
