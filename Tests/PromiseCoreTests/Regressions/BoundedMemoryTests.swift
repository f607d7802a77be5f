import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What a process has in use does not grow with what is over. Each in a process of its own, where no other test
/// allocates.
@Suite(.enabled(if: canMeasureMemory), .serialized) struct `Memory in use stays bounded` {
  /// Derived promises that have gone leave nothing behind in the progress of the one that they were derived from.
  @Test func `by the progress of a promise that outlives many derived promises`() async {
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

  @Test func `by the progress of a promise that outlives many combinators`() async {
    await #expect(processExitsWith: .success) {
      let (source, resolver) = Promise<Int>.pending()
      let kept = source.map(on: nil) { $0 }
      // A second consumer, so that no combinator that is canceled cancels it.
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

  /// Two loops that go on inline in turn: there is always one more step to do than the one being done.
  @Test func `by two inline loops that go on in one another's turn`() async {
    await #expect(processExitsWith: .success) {
      let (start, resolver) = Promise<Bool>.pending()
      let steps = Log<Int>()
      let (warm, limit) = (1_000, 200_000)
      let loops = [Counter(), Counter()].map { count in
        until(on: nil) { () -> Promise<Bool> in
          let step = count.next()
          // Both wait for the same promise, which then has them go on together.
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

/// The queue of work that is to be done has no more places than there are elements in it, by and large.
struct `A queue that is never empty` {
  @Test func `does not keep the places of elements that are gone`() {
    var queue = FIFOQueue<Int>()
    queue.append(0)
    for number in 1...100_000 {
      queue.append(number)
      #expect(queue.popFirst() == number - 1)
    }
    #expect(storedElementCount(in: queue) < 1_000)
    #expect(queue.popFirst() == 100_000)
    #expect(queue.isEmpty)
  }
}
