// Forms: derived

import PromiseConcurrency
import TestSupport

extension DerivedForm {
  /// The operators of a promise whose handlers receive its error.
  static let errors = catching + recovering + recoveringFromType

  private static let catching = [
    DerivedForm("catch") { $0.catch { _ in } },
    DerivedForm("catch(on:)") { $0.catch(on: nil) { _ in } },
    DerivedForm("catch(only:)") { $0.catch(only: TestError.self) { _ in } },
    DerivedForm("catch(only:on:)") { $0.catch(only: TestError.self, on: nil) { _ in } },
    DerivedForm("cauterize") { $0.cauterize() },
  ]

  private static let recovering = [
    DerivedForm("recover to any thenable", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover { _ in try Self.recovery() }
    },
    DerivedForm("recover(on:) to any thenable", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover(on: nil) { _ in try Self.recovery() }
    },
    DerivedForm("recover to a promise", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover { _ in .value([2]) } as Promise<[Int]>
    },
    DerivedForm("recover(on:) to a promise", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover(on: nil) { _ in .value([2]) } as Promise<[Int]>
    },
    DerivedForm("recover to a guarantee", errors: .isFulfilled) {
      $0.recover { _ in .value([2]) } as Guarantee<[Int]>
    },
    DerivedForm("recover(on:) to a guarantee", errors: .isFulfilled) {
      $0.recover(on: nil) { _ in .value([2]) } as Guarantee<[Int]>
    },
    DerivedForm("recover to a value", errors: .isFulfilled, cancellation: .isPassedOn) { $0.recover { _ in [2] } },
    DerivedForm("recover(on:) to a value", errors: .isFulfilled, cancellation: .isPassedOn) {
      $0.recover(on: nil) { _ in [2] }
    },
    DerivedForm("recover(policy: .allErrors)", errors: .isFulfilled) {
      $0.recover(policy: .allErrors) { _ in try Self.recovery() }
    },
  ]

  private static let recoveringFromType = [
    DerivedForm("recover(only:) to a value", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self) { _ in [2] }
    },
    DerivedForm("recover(only:on:) to a value", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self, on: nil) { _ in [2] }
    },
    DerivedForm("recover(only:) to any thenable", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self) { _ in try Self.recovery() }
    },
    DerivedForm("recover(only:on:) to any thenable", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self, on: nil) { _ in try Self.recovery() }
    },
    DerivedForm("recover(only:) to a promise", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self) { _ in .value([2]) }
    },
    DerivedForm("recover(only:on:) to a promise", errors: .isFulfilled, others: .isPassedOn) {
      $0.recover(only: TestError.self, on: nil) { _ in .value([2]) }
    },
  ]

  /// With this result type, overload resolution takes the form for any thenable.
  private static func recovery() throws -> Guarantee<[Int]> { .value([2]) }
}
