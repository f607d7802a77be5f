import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct AdaptiveConcurrencyLimitTests {
  @Test func `at most the limit of jobs run concurrently`() {
    var limit = AdaptiveConcurrencyLimit<Int>(limit: 2)
    #expect((0..<5).map { limit.enqueue($0) } == [0, 1, nil, nil, nil])
    #expect(limit.hasWaitingJobs)
    #expect(limit.releasePermit() == 2)
    #expect(limit.releasePermit() == 3)
    #expect(limit.releasePermit() == 4)
    #expect(!limit.hasWaitingJobs)
    #expect(limit.releasePermit() == nil)
    #expect(limit.releasePermit() == nil)
    #expect(limit.enqueue(5) == 5)
  }

  @Test func `a blocked job does not count`() {
    var limit = AdaptiveConcurrencyLimit<Int>(limit: 1)
    #expect(limit.enqueue(0) == 0)
    #expect(limit.enqueue(1) == nil)
    #expect(limit.releasePermit() == 1)
    limit.reacquirePermit()
    // Two jobs are running now. The next job starts when both have finished.
    #expect(limit.enqueue(2) == nil)
    #expect(limit.releasePermit() == nil)
    #expect(limit.releasePermit() == 2)
  }

  @Test func `the limit grows while no job finishes`() {
    var limit = AdaptiveConcurrencyLimit<Int>(limit: 2)
    for job in 0..<8 { _ = limit.enqueue(job) }
    #expect(limit.raiseIfStalled() == [2, 3])
    #expect(limit.raiseIfStalled() == [4, 5])
    #expect(limit.releasePermit() == nil)
    #expect(limit.raiseIfStalled() == [])
    #expect(limit.raiseIfStalled().count == 2)
    #expect(!limit.hasWaitingJobs)
  }

  @Test func `the limit shrinks when jobs finish`() {
    var limit = AdaptiveConcurrencyLimit<Int>(limit: 1)
    for job in 0..<3 { _ = limit.enqueue(job) }
    #expect(limit.raiseIfStalled() == [1])
    #expect(limit.releasePermit() == nil)
    #expect(limit.releasePermit() == 2)
  }
}
