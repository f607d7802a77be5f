// Forms: queue, flags

import Dispatch
@_spi(GooglePromises) import PromiseCore
import TestSupport

/// The forms with `on:` and `flags:` that the import for google/promises' code adds.
@available(*, deprecated)
enum GoogleQueueForm: CaseIterable {
  case thenPromise, thenValue, thenNothing, always, recoverWithValue
  case thenValueOfGuarantee, thenNothingOfGuarantee, alwaysOfGuarantee

  /// Attaches a handler to a promise that is settled, and returns the promise of the operator.
  func attach(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ use: @escaping @Sendable () -> Void
  ) -> AnyPromise {
    let source = Promise.value(1)
    switch self {
    case .thenPromise:
      return source.then(on: queue, flags: flags) { _ -> Promise<Int> in
        use()
        return Promise.value(2)
      }
    case .thenValue:
      return source.then(on: queue, flags: flags) { _ -> Int in
        use()
        return 2
      }
    case .thenNothing: return source.then(on: queue, flags: flags) { _ in use() } as Promise<Int>
    case .always: return source.always(on: queue, flags: flags) { use() }
    case .recoverWithValue:
      return Promise<Int>(error: TestError.one).recover(on: queue, flags: flags) { _ -> Int in
        use()
        return 2
      }
    case .thenValueOfGuarantee:
      return Guarantee.value(1).then(on: queue, flags: flags) { _ -> Int in
        use()
        return 2
      } as Guarantee<Int>
    case .thenNothingOfGuarantee:
      return Guarantee.value(1).then(on: queue, flags: flags) { _ in use() } as Guarantee<Int>
    case .alwaysOfGuarantee: return Guarantee.value(1).always(on: queue, flags: flags) { use() }
    }
  }
}
