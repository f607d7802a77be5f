import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// User code that the library calls on account of an outcome may block until other handlers of that outcome have run.
/// These have executors of their own, so they must not wait for such code.
///
/// The code is an inline handler, an iterator, or the `deinit` of something that the library releases. On a serial
/// queue, a handler waits for the work item that occupies the queue. That is no matter of the library, so no test
/// expects otherwise. The tests run one by one, because each test that fails blocks a thread.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct BlockingUserCodeTests {
  typealias Code = BlockingScenario.Code
  typealias Settler = BlockingScenario.Settler
  typealias Wait = BlockingScenario.Wait

  // MARK: - Inline code

  @Test(arguments: Code.inline, Wait.allCases)
  func `inline code does not delay handlers on other queues`(_ code: Code, _ wait: Wait) async {
    await expectNoDelay(of: code, wait)
  }

  @Test(arguments: Code.inline, Wait.allCases)
  func `in a work item of a concurrent queue, inline code does not delay handlers on that queue`(
    _ code: Code, _ wait: Wait
  ) async { await expectNoDelayOnSameQueue(of: code, wait) }

  // MARK: - Iterators

  @Test(arguments: Code.iterators, Wait.allCases)
  func `an iterator does not delay other handlers of the promise that has settled`(_ code: Code, _ wait: Wait) async {
    await expectNoDelay(of: code, wait)
  }

  @Test(arguments: Code.iterators, Wait.allCases)
  func `in a work item of a concurrent queue, an iterator does not delay handlers on that queue`(
    _ code: Code, _ wait: Wait
  ) async { await expectNoDelayOnSameQueue(of: code, wait) }

  // MARK: - Released objects

  @Test(arguments: Code.deinits, Wait.allCases)
  func `the deinit of a released object does not delay handlers of the promise`(_ code: Code, _ wait: Wait) async {
    await expectNoDelay(of: code, wait)
  }

  @Test(arguments: Code.deinits, Wait.allCases)
  func `in a work item of a concurrent queue, the deinit of a released object does not delay handlers on that queue`(
    _ code: Code, _ wait: Wait
  ) async { await expectNoDelayOnSameQueue(of: code, wait) }

  // MARK: - Running scenarios

  /// Checks that the code continues, for each kind of settler and of handler.
  private func expectNoDelay(
    of code: Code, _ wait: Wait, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let handlers: [(name: String, make: @Sendable () -> BlockingScenario.Handlers)] = [
      ("handlers on a serial queue", { .on(DispatchQueue(label: "handlers")) }),
      ("handlers on a concurrent queue", { .on(DispatchQueue(label: "handlers", attributes: .concurrent)) }),
      ("async handlers", { .async }),
    ]
    for settler in Settler.allCases {
      for (name, make) in handlers {
        let isUndelayed = await expectNoDelay("settled by: \(settler), \(name)", sourceLocation) {
          BlockingScenario(code, wait, settlingOn: settler.queue, make())
        }
        guard isUndelayed else { return }
      }
    }
  }

  private func expectNoDelayOnSameQueue(
    of code: Code, _ wait: Wait, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectNoDelay("on one concurrent queue", sourceLocation) {
      let queue = DispatchQueue(label: "both", attributes: .concurrent)
      return BlockingScenario(code, wait, settlingOn: queue, .on(queue))
    }
  }

  /// Checks that the code continues, in a test's context and in one without an instrument. Returns whether it does.
  @discardableResult
  private func expectNoDelay(
    _ text: String, _ sourceLocation: SourceLocation, _ start: @Sendable () -> BlockingScenario
  ) async -> Bool {
    for isInstrumented in [true, false] {
      let isUndelayed = await isInstrumented ? start().hasContinued : silently { await start().hasContinued }
      let context = isInstrumented ? "in a test's context" : "without an instrument"
      #expect(isUndelayed, "\(text), \(context)", sourceLocation: sourceLocation)
      guard isUndelayed else { return false }
    }
    return true
  }
}
