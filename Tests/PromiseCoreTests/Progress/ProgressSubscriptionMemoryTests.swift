import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The memory of progress does not grow with completed work. Each test runs in its own process, in which no other test allocates.
@Suite(.sharingProcessors, .enabled(if: canMeasureMemory), .serialized) struct ProgressSubscriptionMemoryTests {
  /// Released derived promises leave nothing behind in the progress of their source.
  @Test func `memory does not grow if a promise outlives the progress of many derived promises`() async {
    await #expect(processExitsWith: .success) {
      let (source, resolver) = Promise<Int>.pending()
      let kept = source.map(on: nil) { $0 }
      func derive(_ count: Int) {
        for _ in 0..<count {
          let derived = source.map(on: nil) { $0 }
          #expect(derived.progress.snapshot.fractionCompleted == 0)
          derived.cancel()
        }
      }
      derive(2_000)
      let growth = memoryGrowth { derive(100_000) }
      #expect(growth < 2 << 20, "100,000 derived promises leave \(growth) bytes")
      resolver.progress.report(1, of: 2)
      #expect(source.isPending && kept.progress.snapshot.fractionCompleted == 0.5)
      resolver.fulfill(1)
    }
  }

  @Test func `memory does not grow if a promise outlives the progress of many combinators`() async {
    await #expect(processExitsWith: .success) {
      let (source, resolver) = Promise<Int>.pending()
      let kept = source.map(on: nil) { $0 }
      // A second consumer of `kept`, so that canceling a combinator does not cancel it.
      let end = kept.map(on: nil) { $0 }
      func derive(_ count: Int) {
        for _ in 0..<count {
          let whole = when(fulfilled: [source, kept])
          #expect(whole.progress.snapshot.fractionCompleted == 0)
          whole.cancel()
        }
      }
      derive(2_000)
      let growth = memoryGrowth { derive(100_000) }
      #expect(growth < 2 << 20, "100,000 combinators leave \(growth) bytes")
      resolver.progress.report(1, of: 2)
      #expect(source.isPending && end.progress.snapshot.fractionCompleted == 0.5)
      resolver.fulfill(1)
    }
  }
}
