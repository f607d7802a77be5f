import CommandLineSupport
import Foundation
import PromiseTesting
import XCTest

@testable import fetchall

/// The retries of a download in virtual time, as tests of XCTest.
final class RetryXCTests: XCTestCase {
  /// A job without files, for its backoff.
  private static func job() -> FetchJob {
    let plan = Plan([], into: URL(fileURLWithPath: "/nowhere", isDirectory: true)) { _ in .nothing }
    return FetchJob(files: [], jobs: 1, retries: 6, journal: Journal(plan, Cancellation(), display: Display(to: nil)))
  }

  func testRetriesWaitLongerEachTime() async throws {
    let job = Self.job()
    try await withPromises(time: .manual, timeLimit: 10) { clock in
      let times = Times()
      let download: Promise<Int> = retry(on: nil, attempts: job.retries, delay: job.backoff) {
        times.add(clock.now)
        return Promise(error: URLError(.timedOut))
      }
      await clock.runToEnd()
      await XCTAssertRejected(download)
      XCTAssertEqual(times.count, 7)
      XCTAssertEqual(times.pauses, times.pauses.sorted())
    }
  }

  func testASuccessEndsTheRetriesInAnyOrder() async throws {
    let job = Self.job()
    try await withPromises(time: .manual, order: .shuffled(seeds: 0..<10), timeLimit: 10) { clock in
      let times = Times()
      let downloads = (0..<3).map { number in
        retry(attempts: job.retries, delay: job.backoff) {
          times.add(clock.now)
          return times.count > 5 ? Promise.value(number) : Promise(error: URLError(.timedOut))
        }
      }
      await clock.runToEnd()
      let numbers = try await when(fulfilled: downloads).get()
      XCTAssertEqual(numbers, [0, 1, 2])
    }
  }
}

/// The times of attempts.
private final class Times: @unchecked Sendable {
  private let lock = NSLock()
  private var times: [ManualClock.Instant] = []

  func add(_ time: ManualClock.Instant) { lock.withLock { times.append(time) } }

  var count: Int { lock.withLock { times.count } }

  /// The pauses between the attempts, in nanoseconds.
  var pauses: [Int64] {
    lock.withLock { zip(times.dropFirst(), times).map { $0.nanoseconds - $1.nanoseconds } }
  }
}
