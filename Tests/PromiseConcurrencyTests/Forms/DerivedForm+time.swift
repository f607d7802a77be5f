// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators that wait, and those that call a function that returns the source.
  static let times = delays + timeouts + loops.map(\.inContextOfCaller)

  private static let delays = [
    DerivedForm("delay(seconds:)") { $0.delay(seconds: 0) },
    DerivedForm("delay(DispatchTimeInterval)") { $0.delay(.nanoseconds(1)) },
    DerivedForm("delay(Duration)") { $0.delay(Duration.zero) },
    DerivedForm("guarantee.delay(seconds:)", errors: .isFulfilled) { $0.recovered().delay(seconds: 0) },
    DerivedForm("guarantee.delay(DispatchTimeInterval)", errors: .isFulfilled) {
      $0.recovered().delay(.nanoseconds(1))
    },
    DerivedForm("guarantee.delay(Duration)", errors: .isFulfilled) { $0.recovered().delay(Duration.zero) },
  ]

  private static let timeouts = [
    DerivedForm("firstly of a guarantee", errors: .isFulfilled) { source in firstly { source.recovered().asVoid() } },
    DerivedForm("timeout(seconds:)") { $0.timeout(seconds: .infinity) },
    DerivedForm("timeout(DispatchTimeInterval)") { $0.timeout(.never) },
    DerivedForm("timeout(Duration)") { $0.timeout(Duration.seconds(1_000_000)) },
  ]

  private static let loops = [
    DerivedForm("firstly") { source in firstly { source } },
    DerivedForm("throwing firstly") { source in firstly { () throws -> Promise<[Int]> in source } },
    DerivedForm("retry") { source in retry(attempts: 0, delay: 0) { source } }.attachingLater,
    DerivedForm("retry(on:)") { source in retry(on: nil, attempts: 0, delay: 0) { source } },
    DerivedForm("until") { source in until { source.map(on: nil) { _ in true } } }.attachingLater,
    DerivedForm("until(on:)") { source in until(on: nil) { source.map(on: nil) { _ in true } } },
  ]
}
