import CommandLineSupport
import Foundation
import PromiseFoundation
import Testing

@testable import fetchall

@Suite struct JournalTests {
  private let cancellation = Cancellation()

  /// Returns the journal of a plan with one file, and one that is already there.
  private func journal() -> (Journal, RemoteFile) {
    let plan = Plan([url("http://a/1"), url("http://a/2")], into: URL(fileURLWithPath: "/folder")) {
      $0.lastPathComponent == "1" ? .nothing : .file
    }
    return (Journal(plan, cancellation, display: Display(to: nil)), plan.files[0])
  }

  @Test func `a downloaded file counts with its size`() {
    let (journal, file) = journal()
    journal.started(file)
    journal.ended(file, .success(5))
    #expect(journal.close() == Tally(total: 2, downloaded: 1, alreadyThere: 1, bytes: 5))
  }

  @Test func `an error counts as a failure`() {
    let (journal, file) = journal()
    journal.ended(file, .failure(SomeError("bad")))
    #expect(journal.close().failures.map(\.text) == ["bad (http://a/1)"])
  }

  @Test func `a download that was canceled is missing, and has not failed`() {
    let (journal, file) = journal()
    _ = cancellation.cancel(becauseOf: 2)
    journal.ended(file, .failure(CancellationError()))
    #expect(journal.close() == Tally(total: 2, alreadyThere: 1))
  }

  @Test func `a failure after a cancellation counts as well`() {
    let (journal, file) = journal()
    _ = cancellation.cancel(becauseOf: 2)
    journal.ended(file, .failure(SomeError("bad")))
    #expect(journal.close().failures.count == 1)
  }

  @Test func `a cancellation that no signal caused is a failure`() {
    let (journal, file) = journal()
    journal.ended(file, .failure(CancellationError()))
    #expect(journal.close().failures.count == 1)
  }
}
