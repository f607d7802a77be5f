import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The memory of the trampoline does not grow with completed work. The test runs in its own process, in which no other
/// test allocates.
@Suite(.sharingProcessors, .enabled(if: canMeasureMemory)) struct TrampolineMemoryTests {
  /// Two loops that continue inline in turn, so that the queue of the trampoline never becomes empty.
  @Test func `memory does not grow if two inline loops keep the trampoline busy`() async {
    await #expect(processExitsWith: .success) {
      let (start, resolver) = Promise<Bool>.pending()
      let steps = Log<Int>()
      let (warm, limit) = (1_000, 200_000)
      let loops = [Counter(), Counter()].map { count in
        until(on: nil) { () -> Promise<Bool> in
          let step = count.next()
          // Both loops wait for the same promise, which then resumes them together.
          if step == 0 { return start }
          if step == warm || step == limit { steps(residentMemory() ?? 0) }
          return .value(step >= limit)
        }
      }
      resolver.fulfill(false)
      #expect(loops.allSatisfy { $0.isFulfilled })
      let samples = steps.entries
      #expect(samples.count == 4)
      let growth = samples[3] - samples[0]
      #expect(growth < 2 << 20, "two loops of 200,000 steps take \(growth) bytes")
    }
  }
}
