import Dispatch
import Foundation
import PromiseTesting
import Synchronization
import Testing

/// Promises that belong to no test, in tests that run one at a time.
@Suite(.serialized, .promises(timeLimit: .seconds(20))) struct StrayTests {
  struct Refused: Error {}

  @Test func `a detached task drops an error`() async {
    await Task.detached { _ = Promise<Int>(error: Refused()) }.value
  }

  @Test func `a chain of a detached task fails after the body`() async {
    await Task.detached { _ = after(.milliseconds(10)).done { throw Refused() } }.value
  }

  @Test func `a thread abandons a promise`() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = Promise<Int> { _ in }
        continuation.resume()
      }
    }
  }

  @Test(.promises(abandoned: .warning)) func `a block of a queue abandons a guarantee`() {
    let queue = DispatchQueue(label: "StrayTests")
    queue.async { _ = Guarantee<Int>.pending() }
    queue.sync {}
  }

  @Test(.promises(unhandled: .ignore)) func `an error of a detached task is ignored`() async {
    await Task.detached { _ = Promise<Int>(error: Refused()) }.value
  }

  @Test func `a promise outlives its test`() async {
    await Task.detached { kept.withLock { $0 = Promise(error: Refused()) } }.value
  }

  @Test func `a promise of an earlier test is released`() async {
    await Task.detached { kept.withLock { $0 = nil } }.value
  }

  @Test(.promises(unhandled: .warning)) func `a diagnostics handler receives the events as well`() async {
    let count = Atomic(0)
    let handler = PromiseDiagnostics.handler
    PromiseDiagnostics.handler = { _ in count.add(1, ordering: .relaxed) }
    await Task.detached { _ = Promise<Int>(error: Refused()) }.value
    PromiseDiagnostics.handler = handler
    #expect(count.load(ordering: .relaxed) == 1)
  }
}

/// A promise that two tests share.
private let kept = Mutex<Promise<Int>?>(nil)
