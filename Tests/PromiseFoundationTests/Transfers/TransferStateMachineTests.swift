#if canImport(FoundationNetworking)
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// What may be called on Foundation's task in each state of a transfer.
  @Suite(.sharingProcessors) struct TransferStateMachineTests {
    /// What happens to a transfer.
    enum Event {
      case created(String)
      case asks
      case continues(Int)
      case ends(Int? = nil)
      case isCanceled
    }

    /// Returns what the state machine demands after each event.
    private func demands(_ events: Event...) -> [String] {
      var state = TransferStateMachine<String>()
      return events.map { event in
        switch event {
        case .created(let task): return state.didCreate(task) ? "resume \(task)" : "cancel \(task), end"
        case .asks: return state.willDecide().map { "decide \($0)" } ?? "nothing"
        case .continues(let decision): return state.willContinue(decision) ? "create" : "nothing"
        case .ends(let decision): return state.end(decision) ? "end" : "nothing"
        case .isCanceled:
          switch state.cancel() {
          case .ended(let task?): return "cancel \(task), end"
          case .ended: return "end"
          case .ends: return "end later"
          case .none: return "nothing"
          }
        }
      }
    }

    @Test func `a running task is canceled, once`() {
      #expect(
        demands(.created("A"), .isCanceled, .isCanceled, .ends(), .asks)
          == ["resume A", "cancel A, end", "nothing", "nothing", "nothing"])
    }

    @Test func `a completed task is not canceled`() {
      #expect(demands(.created("A"), .ends(), .ends(), .isCanceled) == ["resume A", "end", "nothing", "nothing"])
    }

    @Test func `a task that is being created is canceled when it exists`() {
      #expect(
        demands(.isCanceled, .isCanceled, .created("A"), .isCanceled, .ends())
          == ["end later", "nothing", "cancel A, end", "nothing", "nothing"])
    }

    @Test func `a decision starts another task`() {
      #expect(
        demands(.created("A"), .asks, .ends(), .continues(1), .created("B"), .isCanceled)
          == ["resume A", "decide 1", "nothing", "create", "resume B", "cancel B, end"])
    }

    @Test func `a decision ends the transfer`() {
      #expect(
        demands(.created("A"), .asks, .ends(1), .ends(1), .continues(1), .isCanceled)
          == ["resume A", "decide 1", "end", "nothing", "nothing", "nothing"])
    }

    @Test func `a decision after the cancellation is ignored`() {
      #expect(
        demands(.created("A"), .asks, .isCanceled, .continues(1), .ends(1))
          == ["resume A", "decide 1", "end", "nothing", "nothing"])
    }

    @Test func `a decision that arrives twice is ignored, also during the next one`() {
      #expect(
        demands(.created("A"), .asks, .continues(1), .continues(1), .created("B"), .asks, .continues(1), .ends(1))
          == ["resume A", "decide 1", "create", "nothing", "resume B", "decide 2", "nothing", "nothing"])
    }

    @Test func `a cancellation after the decision cancels the next task`() {
      #expect(
        demands(.created("A"), .asks, .continues(1), .isCanceled, .created("B"))
          == ["resume A", "decide 1", "create", "end later", "cancel B, end"])
    }
  }
#endif
