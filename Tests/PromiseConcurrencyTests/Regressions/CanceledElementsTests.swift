import PromiseConcurrency
import TestSupport
import Testing

/// A `PromiseQueue` stores nothing for elements that were canceled behind a waiting element.
struct `Canceled elements of a PromiseQueue` {
  @Test func `leave no empty entries behind in the state machine`() {
    var state = PromiseQueueStateMachine<Int>(width: 1, maxWaiting: .max)
    #expect(state.enter(0) == .now)
    #expect(state.enter(1) != .now)
    for number in 2..<100_000 {
      guard case .waits(let position) = state.enter(number) else {
        Issue.record("Element \(number) does not wait.")
        return
      }
      #expect(state.leave(position) == number)
    }
    #expect(state.waitingCount == 1)
    #expect(state.waiting == [1])
    #expect(storedElementCount(in: state) < 1_000)
    state.end()
    #expect(state.finish() == 1)
  }
}
