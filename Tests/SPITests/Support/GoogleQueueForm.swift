// Forms: queue

import Dispatch
@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport

/// The forms with `on:` that the import for google/promises' code adds.
@available(*, deprecated)
enum GoogleQueueForm: CaseIterable {
  case thenPromise, thenValue, thenNothing, always, recoverWithValue, reduce, reduceVariadic
  case thenValueOfGuarantee, thenNothingOfGuarantee, alwaysOfGuarantee
  case thenPromiseOfGuarantee, thenPromiseThrowingOfGuarantee, thenValueThrowingOfGuarantee,
    thenNothingThrowingOfGuarantee
  case reduceOfGuarantee, reduceVariadicOfGuarantee

  /// Attaches a handler to a promise that is settled, and returns the promise of the operator.
  func attach(on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void) -> any PromiseReference {
    let source = Promise.value(1)
    switch self {
    case .thenPromise:
      return source.then(on: queue) { _ -> Promise<Int> in
        use()
        return Promise.value(2)
      }
    case .thenValue:
      return source.then(on: queue) { _ -> Int in
        use()
        return 2
      }
    case .thenNothing: return source.then(on: queue) { _ in use() } as Promise<Int>
    case .always: return source.always(on: queue) { use() }
    case .recoverWithValue:
      return Promise<Int>(error: TestError.one).recover(on: queue) { _ -> Int in
        use()
        return 2
      }
    case .reduce:
      return source.reduce(on: queue ?? .main, [2]) { sum, item in
        use()
        return Promise.value(sum + item)
      }
    case .reduceVariadic:
      return source.reduce(on: queue, 2, 3) { sum, item in
        use()
        return Promise<Int>.value(sum + item)
      }
    default: return attachToGuarantee(on: queue, use)
    }
  }

  private func attachToGuarantee(
    on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let source = Guarantee.value(1)
    switch self {
    case .thenValueOfGuarantee:
      return source.then(on: queue) { _ -> Int in
        use()
        return 2
      } as Guarantee<Int>
    case .thenNothingOfGuarantee: return source.then(on: queue) { _ in use() } as Guarantee<Int>
    case .thenPromiseOfGuarantee:
      return source.then(on: queue) { _ -> Promise<Int> in
        use()
        return Promise.value(2)
      }
    case .thenPromiseThrowingOfGuarantee:
      return source.then(on: queue) { _ -> Promise<Int> in
        use()
        return try promise()
      }
    // The type of the result selects the forms for handlers that may throw.
    case .thenValueThrowingOfGuarantee:
      return source.then(on: queue) { _ -> Int in
        use()
        return 2
      } as Promise<Int>
    case .thenNothingThrowingOfGuarantee: return source.then(on: queue) { _ in use() } as Promise<Int>
    case .reduceOfGuarantee:
      return source.reduce(on: queue ?? .main, [2]) { sum, item in
        use()
        return Promise.value(sum + item)
      }
    case .reduceVariadicOfGuarantee:
      return source.reduce(on: queue, 2, 3) { sum, item in
        use()
        return Promise<Int>.value(sum + item)
      }
    default: return source.always(on: queue) { use() }
    }
  }
}

/// A handler that calls this function may throw.
private func promise() throws -> Promise<Int> { Promise<Int>.value(2) }
