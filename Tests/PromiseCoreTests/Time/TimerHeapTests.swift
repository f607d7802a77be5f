import PromiseCore
import TestSupport
import Testing

@Suite(.sharingProcessors) struct TimerHeapTests {
  /// A heap and a list of the same timers, and the timers that each says have fired.
  private struct Model {
    var heap = TimerHeap()
    var pending: [(number: Int, deadline: UInt64)] = []
    var entries: [Int: TimerHeap.Entry] = [:]
    let fired = Log<Int>()
    var number = 0

    mutating func add(at deadline: UInt64) {
      let entry = TimerHeap.Entry(at: deadline) { [fired, number] in fired(number) }
      heap.add(entry)
      entries[number] = entry
      pending.append((number, deadline))
      number += 1
    }

    mutating func remove(_ number: Int) {
      let isPending = pending.contains { $0.number == number }
      #expect((heap.remove(entries[number]!) != nil) == isPending)
      pending.removeAll { $0.number == number }
    }

    mutating func advance(to now: UInt64) {
      let count = fired.count
      for wake in heap.removeDue(at: now) { wake() }
      let due = pending.filter { $0.deadline <= now }
      pending.removeAll { $0.deadline <= now }
      let firedNow = fired.entries.dropFirst(count)
      #expect(firedNow.sorted() == due.map(\.number).sorted())
      #expect(firedNow.map { entries[$0]!.deadline } == due.map(\.deadline).sorted())
      let first = pending.map(\.deadline).min()
      #expect(first == nil || heap.firstDeadline! <= first! && heap.firstDeadline! > now)
    }
  }

  @Test(arguments: 0..<20) func `timers fire at their deadlines, unless they are removed`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var model = Model()
    var now: UInt64 = 0
    for _ in 0..<1_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: model.add(at: now + .random(in: 0..<50, using: &random))
      case 5..<8 where model.number > 0: model.remove(.random(in: 0..<model.number, using: &random))
      default:
        now += .random(in: 0..<10, using: &random)
        model.advance(to: now)
      }
      #expect(model.heap.count <= max(2 * model.pending.count, 64) + 1)
    }
    model.advance(to: .max)
    #expect(model.pending.isEmpty && model.heap.count == 0 && model.heap.firstDeadline == nil)
  }

  @Test func `removed timers take no memory that grows`() {
    var heap = TimerHeap()
    for number in 0..<10_000 as Range<UInt64> {
      let entry = TimerHeap.Entry(at: 1_000_000 + number) {}
      heap.add(entry)
      _ = heap.remove(entry)
      #expect(heap.count <= 65)
    }
  }

  @Test func `removing a timer returns its function, and releases the entry later`() {
    let lifetime = Lifetime()
    var heap = TimerHeap()
    let entry = TimerHeap.Entry(at: 1) { [object = lifetime.object()] in _ = object }
    heap.add(entry)
    var wake = heap.remove(entry)
    #expect(wake != nil && lifetime.alive == 1)
    wake = nil
    #expect(lifetime.alive == 0)
    #expect(heap.remove(entry) == nil)
    #expect(heap.removeDue(at: 1).isEmpty && heap.count == 0)
  }
}
