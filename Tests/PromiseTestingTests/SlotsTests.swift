import Testing

@testable import PromiseTesting

/// Which jobs may run: a pure state machine.
struct SlotsTests {
  @Test func soManyRunAtATime() {
    var slots = Slots<Int>(width: 2)
    #expect((0..<5).map { slots.add($0) } == [0, 1, nil, nil, nil])
    #expect(slots.isFull)
    #expect(slots.leave() == 2)
    #expect(slots.leave() == 3)
    #expect(slots.leave() == 4)
    #expect(!slots.isFull)
    #expect(slots.leave() == nil)
    #expect(slots.leave() == nil)
    #expect(slots.add(5) == 5)
  }

  @Test func oneThatIsBlockedMakesRoom() {
    var slots = Slots<Int>(width: 1)
    #expect(slots.add(0) == 0)
    #expect(slots.add(1) == nil)
    #expect(slots.leave() == 1)
    slots.comeBack()
    // Two run now, and nobody is begun until both have ended.
    #expect(slots.add(2) == nil)
    #expect(slots.leave() == nil)
    #expect(slots.leave() == 2)
  }

  @Test func whereNothingEndsThereIsRoomForMore() {
    var slots = Slots<Int>(width: 2)
    for job in 0..<8 { _ = slots.add(job) }
    #expect(slots.tick() == [2, 3])
    #expect(slots.tick() == [4, 5])
    #expect(slots.leave() == nil)
    #expect(slots.tick() == [])
    #expect(slots.tick().count == 2)
    #expect(!slots.isFull)
  }

  @Test func theRoomGoesWhenThingsEnd() {
    var slots = Slots<Int>(width: 1)
    for job in 0..<3 { _ = slots.add(job) }
    #expect(slots.tick() == [1])
    #expect(slots.leave() == nil)
    #expect(slots.leave() == 2)
  }
}
