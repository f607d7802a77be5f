import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Memory use does not grow with completed work. Each test runs in its own process, in which no other test allocates.
@Suite(.enabled(if: canMeasureMemory), .serialized) struct BoundedMemoryTests {
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

/// The storage of the queue of pending work stays roughly proportional to the number of its elements.
struct BoundedQueueStorageTests {
  @Test func `a queue that is never empty does not keep the storage of removed elements`() {
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
