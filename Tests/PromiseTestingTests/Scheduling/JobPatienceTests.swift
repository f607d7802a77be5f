import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct JobPatienceTests {
  private final class Job: Sendable {}

  /// Returns how many checks in a row find the job within the patience, up to one more than `checksBeforeStart`.
  private func checks(_ patience: inout JobPatience, _ job: Job, hasStarted: Bool, hasOwnThread: Bool = false) -> Int {
    var count = 0
    while count <= JobPatience.checksBeforeStart,
      !patience.isExhausted(by: job, hasStarted: hasStarted, hasOwnThread: hasOwnThread)
    { count += 1 }
    return count
  }

  @Test(arguments: [true, false])
  func `a running job exhausts the patience`(_ hasOwnThread: Bool) {
    var patience = JobPatience()
    let count = checks(&patience, Job(), hasStarted: true, hasOwnThread: hasOwnThread)
    #expect(count == JobPatience.checksWhileRunning)
  }

  @Test func `a job that has not started may take longer`() {
    var patience = JobPatience()
    #expect(checks(&patience, Job(), hasStarted: false) == JobPatience.checksBeforeStart)
    #expect(JobPatience.checksBeforeStart > JobPatience.checksWhileRunning)
  }

  @Test func `a job that has its own thread is not given up before it starts`() {
    var patience = JobPatience()
    #expect(checks(&patience, Job(), hasStarted: false, hasOwnThread: true) == JobPatience.checksBeforeStart + 1)
  }

  @Test func `the patience begins again with another job`() {
    var patience = JobPatience()
    for _ in 0..<3 { #expect(checks(&patience, Job(), hasStarted: true) == JobPatience.checksWhileRunning) }
  }

  @Test func `the patience begins again when the job starts`() {
    var patience = JobPatience()
    let job = Job()
    #expect(checks(&patience, job, hasStarted: false) == JobPatience.checksBeforeStart)
    #expect(checks(&patience, job, hasStarted: true) == JobPatience.checksWhileRunning)
  }
}
