import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct JobPatienceTests {
  private final class Job: Sendable {}

  private let initial = JobPatience(checksWhileRunning: 2, checksBeforeStart: 5)

  /// Returns how many checks in a row find the job within the patience, up to 6.
  private func checks(_ patience: inout JobPatience, _ job: Job, hasStarted: Bool, hasOwnThread: Bool = false) -> Int {
    var count = 0
    while count <= 5,
      !patience.isExhausted(by: job, hasStarted: hasStarted, hasOwnThread: hasOwnThread)
    { count += 1 }
    return count
  }

  @Test(arguments: [true, false])
  func `a running job exhausts the patience`(_ hasOwnThread: Bool) {
    var patience = initial
    let count = checks(&patience, Job(), hasStarted: true, hasOwnThread: hasOwnThread)
    #expect(count == 2)
  }

  @Test func `a job that has not started may take longer`() {
    var patience = initial
    #expect(checks(&patience, Job(), hasStarted: false) == 5)
    #expect(JobPatience().checksBeforeStart > JobPatience().checksWhileRunning)
  }

  @Test func `a job that has its own thread is not given up before it starts`() {
    var patience = initial
    #expect(checks(&patience, Job(), hasStarted: false, hasOwnThread: true) == 6)
  }

  @Test func `the patience begins again with another job`() {
    var patience = initial
    for _ in 0..<3 { #expect(checks(&patience, Job(), hasStarted: true) == 2) }
  }

  @Test func `the patience begins again when the job starts`() {
    var patience = initial
    let job = Job()
    #expect(checks(&patience, job, hasStarted: false) == 5)
    #expect(checks(&patience, job, hasStarted: true) == 2)
  }
}
