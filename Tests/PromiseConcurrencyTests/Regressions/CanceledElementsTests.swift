import PromiseConcurrency
import TestSupport
import Testing

/// A `PromiseQueue` keeps nothing for elements that were canceled behind one that waits.
struct `Canceled elements of a PromiseQueue` {
  @Test func `leave no places behind in the state machine`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, room: .max)
    #expect(state.enter(0) == .now)
    #expect(state.enter(1) != .now)
    for number in 2..<100_000 {
      guard case .waits(let place) = state.enter(number) else {
        Issue.record("\(number) does not wait")
        return
      }
      #expect(state.leave(place) == number)
    }
    #expect(state.waitingCount == 1)
    #expect(state.waiting == [1])
    #expect(storedElementCount(in: state) < 1_000)
    state.end()
    #expect(state.finish() == 1)
  }
}
