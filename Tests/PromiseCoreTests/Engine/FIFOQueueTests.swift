import PromiseCore
import TestSupport
import Testing

@Suite(.sharingProcessors) struct FIFOQueueTests {
  @Test func `elements are removed in the order in which they were appended`() {
    var queue = FIFOQueue<Int>()
    #expect(queue.isEmpty && queue.popFirst() == nil)
    var (appended, popped) = (0, 0)
    // The queue grows in waves, so that every way of making room is exercised.
    for wave in [1, 2, 5, 40, 400, 3, 1] {
      for _ in 0..<wave * 2 {
        queue.append(appended)
        appended += 1
      }
      for _ in 0..<wave {
        #expect(queue.popFirst() == popped)
        popped += 1
      }
      #expect(!queue.isEmpty)
    }
    while let element = queue.popFirst() {
      #expect(element == popped)
      popped += 1
    }
    #expect(popped == appended && queue.isEmpty)
    queue.append(7)
    #expect(!queue.isEmpty && queue.popFirst() == 7 && queue.isEmpty)
  }

  @Test(arguments: [2, 3, 100]) func `a queue that is never empty does not grow without bound`(_ count: Int) {
    var queue = FIFOQueue<Int>()
    for number in 0..<count { queue.append(number) }
    for number in 0..<many(1_000_000) {
      queue.append(count + number)
      #expect(queue.popFirst() == number)
    }
    #expect(queue.capacity <= 64 + 8 * count)
  }

  @Test func `a queue that shrinks without becoming empty releases its memory`() {
    var queue = FIFOQueue<Int>()
    for number in 0..<100_000 { queue.append(number) }
    #expect(queue.capacity >= 100_000)
    for number in 0..<99_990 { #expect(queue.popFirst() == number) }
    #expect(queue.capacity <= 1024)
    for number in 99_990..<100_000 { #expect(queue.popFirst() == number) }
    #expect(queue.isEmpty)
  }

  @Test func `a queue of at most one element allocates no memory`() {
    var queue = FIFOQueue<Int>()
    for number in 0..<1000 {
      queue.append(number)
      #expect(queue.capacity == 0)
      #expect(queue.popFirst() == number)
    }
  }

  @Test func `a removed element is released`() {
    let lifetime = Lifetime()
    var queue = FIFOQueue<Lifetime.Object>()
    for _ in 0..<100 { queue.append(lifetime.object()) }
    for alive in (0..<100).reversed() {
      _ = queue.popFirst()
      #expect(lifetime.alive == alive)
    }
  }

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
