// Also tests: TimelineEvent.

import TestSupport
import Testing

@testable import PromiseTracing

/// The last events of a timeline.
@Suite(.sharingProcessors) struct EventRingTests {
  private func ring(capacity: Int, count: Int) -> EventRing {
    var ring = EventRing(capacity: capacity)
    for number in 0..<count {
      ring.append(TimelineEvent(time: UInt64(number), promise: number, thread: 1, content: .deallocated))
    }
    return ring
  }

  private func numbers(_ ring: EventRing) -> [Int] {
    var numbers: [Int] = []
    ring.forEach { numbers.append($0.promise) }
    return numbers
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 8_192, 8_193, 30_000])
  func `the last events are kept, the oldest first`(_ count: Int) {
    let ring = ring(capacity: 8_000, count: count)
    #expect(ring.count == min(count, 8_192) && ring.addedCount == count)
    #expect(numbers(ring) == Array((count - ring.count)..<count))
  }

  @Test(arguments: [(Int.min, 4_096), (-1, 4_096), (0, 4_096), (1, 4_096), (4_097, 8_192)])
  func `a capacity is rounded up, to one piece at least`(_ capacity: Int, _ expected: Int) {
    #expect(ring(capacity: capacity, count: 10_000).count == expected)
  }

  @Test func `an enormous capacity takes no memory before it is used`() {
    #expect(numbers(ring(capacity: .max, count: 3)) == [0, 1, 2])
  }

  @Test func `a copy does not change with the original`() {
    var ring = ring(capacity: 1, count: 5_000)
    let copy = ring
    ring.append(TimelineEvent(time: 0, promise: -1, thread: 1, content: .deallocated))
    #expect(numbers(copy).last == 4_999 && numbers(ring).last == -1)
  }
}
