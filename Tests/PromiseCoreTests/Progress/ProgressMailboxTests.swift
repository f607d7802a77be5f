import TestSupport
import Testing

@testable import PromiseCore

/// The snapshots that a handler with an executor has yet to receive.
@Suite(.sharingProcessors) struct ProgressMailboxTests {
  private func snapshot(_ completed: Int64) -> ProgressSnapshot {
    ProgressSnapshot(completed: completed, total: 9, description: "")
  }

  @Test func `a job takes every snapshot up to its number, in order`() {
    var mailbox = ProgressMailbox()
    #expect(mailbox.isEmpty)
    let numbers = (1...3).map { mailbox.post(snapshot(Int64($0))) }
    #expect(numbers == [1, 2, 3])
    let taken = [mailbox.next(upTo: 2), mailbox.next(upTo: 2), mailbox.next(upTo: 2)]
    #expect(taken == [snapshot(1), snapshot(2), nil])
    #expect(!mailbox.isEmpty)
    let last = mailbox.next(upTo: 3)
    #expect(last == snapshot(3) && mailbox.isEmpty)
  }

  @Test func `a job that comes late finds nothing to take`() {
    var mailbox = ProgressMailbox()
    let (first, second) = (mailbox.post(snapshot(1)), mailbox.post(snapshot(2)))
    let taken = [mailbox.next(upTo: second), mailbox.next(upTo: second)]
    let late = mailbox.next(upTo: first)
    #expect(taken == [snapshot(1), snapshot(2)] && late == nil)
  }

  @Test func `the end is taken like a snapshot`() {
    var mailbox = ProgressMailbox()
    let number = mailbox.post(nil)
    let taken = mailbox.next(upTo: number)
    #expect(taken == .some(.none) && mailbox.isEmpty)
    let nothing = mailbox.next(upTo: number + 1)
    #expect(nothing == .none)
  }
}
