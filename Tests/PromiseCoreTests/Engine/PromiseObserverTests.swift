import Dispatch
import TestSupport
import Testing

@testable import PromiseCore

/// The base class of observers, and how the executor of a handler determines its disposition.
@Suite(.sharingProcessors) struct PromiseObserverTests {
  /// Returns a word for a disposition.
  private func word(_ disposition: Disposition) -> String {
    switch disposition {
    case .done: "done"
    case .inline: "inline"
    case .enqueue(let identity): identity == nil ? "enqueue" : "enqueue with others"
    case .start: "start"
    }
  }

  @Test func `the executor of a handler decides how it runs`() {
    let queue = DispatchQueue(label: "PromiseObserverTests")
    #expect(word(Disposition(on: .inline)) == "inline")
    #expect(word(Disposition(on: HandlerExecutor(on: nil, flags: nil))) == "inline")
    #expect(word(Disposition(on: .queue(queue))) == "enqueue with others")
    #expect(word(Disposition(on: HandlerExecutor(queue, .barrier))) == "enqueue")
    #expect(word(Disposition(on: HandlerExecutor(taskOn: nil))) == "start")
  }

  @Test func `handlers of one queue have the same identity`() {
    let (queue, other) = (DispatchQueue(label: "PromiseObserverTests"), DispatchQueue(label: "PromiseObserverTests"))
    guard case .enqueue(let first) = Disposition(on: .queue(queue)),
      case .enqueue(let second) = Disposition(on: .queue(queue)),
      case .enqueue(let third) = Disposition(on: .queue(other))
    else {
      Issue.record("A handler of a queue is not enqueued.")
      return
    }
    #expect(first == second && first != third)
  }

  // trap: outcome-sent-to-base-observer
  @Test func `attaching an observer of the base class traps`() async {
    await #expect(processExitsWith: .failure) { Promise.value(1).attach(.object(PromiseObserver())) }
  }
}
