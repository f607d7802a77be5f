// Forms: queue

import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

/// The forms with `on:` and without `flags:`: those that the imports for old code replace, and three of PromiseKit.
@available(*, deprecated)
enum SharedQueueForm: CaseIterable {
  case `catch`, catchOnly, ensure, ensureThen, recover, recoverWithGuarantee, recoverWithNothing, recoverOnly, tap
  case recoverWithThrowingGuarantee, recoverOnlyWithGuarantee, recoverOnlyWithValue
  case recoverWithNothingThrowing, always, filter
  case compactMap, done, get, map, then, validate, thenMap
  case doneOfGuarantee, ensureOfGuarantee, ensureThenOfGuarantee, getOfGuarantee, mapOfGuarantee, thenOfGuarantee
  case compactMapOfGuarantee, validateOfGuarantee, thenMapOfGuarantee, thenPromiseOfGuarantee, thenThrowingOfGuarantee
  case doneThrowingOfGuarantee, getThrowingOfGuarantee, mapThrowingOfGuarantee

  /// Attaches a handler to a promise that is settled, and returns the promise of the operator.
  func attach(on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void) -> any PromiseReference {
    let failing = Promise<[Int]>(error: TestError.one)
    switch self {
    case .catch: return failing.catch(on: queue) { _ in use() }
    case .catchOnly: return failing.catch(only: TestError.self, on: queue) { _ in use() }
    case .ensure: return Promise.value(1).ensure(on: queue) { use() }
    case .ensureThen:
      return Promise.value(1).ensureThen(on: queue) {
        use()
        return Guarantee()
      }
    case .recover:
      return failing.recover(on: queue) { _ -> Promise<[Int]> in
        use()
        return Promise.value([])
      }
    case .recoverWithGuarantee:
      let recovered: Guarantee<[Int]> = failing.recover(on: queue) { _ -> Guarantee<[Int]> in
        use()
        return Guarantee.value([])
      }
      return recovered
    case .recoverWithThrowingGuarantee:
      return failing.recover(on: queue) { _ throws -> Guarantee<[Int]> in
        use()
        return Guarantee.value([])
      }
    case .recoverOnlyWithValue:
      return failing.recover(only: TestError.self, on: queue) { _ -> [Int] in
        use()
        return []
      }
    case .recoverOnlyWithGuarantee:
      return failing.recover(only: TestError.self, on: queue) { _ -> Guarantee<[Int]> in
        use()
        return Guarantee.value([])
      }
    case .recoverWithNothing: return failing.asVoid().recover(on: queue) { _ in use() }
    case .recoverWithNothingThrowing:
      return failing.asVoid().recover(on: queue) { _ throws -> Void in use() }
    case .recoverOnly:
      return failing.recover(only: TestError.self, on: queue) { _ -> Promise<[Int]> in
        use()
        return Promise.value([])
      }
    case .always: return Promise.value(1).always(on: queue, execute: { use() })
    case .filter:
      return Promise.value([1]).filter(on: queue) { _ in
        use()
        return true
      }
    case .tap: return Promise.value(1).tap(on: queue) { _ in use() }
    case .compactMap: return Promise.value([1]).compactMap(on: queue) { _ -> Void? in use() }
    case .done: return Promise.value([1]).done(on: queue) { _ in use() }
    case .get: return Promise.value([1]).get(on: queue) { _ in use() }
    case .map: return Promise.value([1]).map(on: queue) { _ in use() }
    case .then:
      return Promise.value([1]).then(on: queue) { _ -> Promise<Void> in
        use()
        return Promise()
      }
    case .validate:
      return Promise.value([1]).validate(on: queue) { _ in
        use()
        return true
      }
    case .thenMap:
      return Promise.value([1]).thenMap(on: queue) { number -> Promise<Int> in
        use()
        return Promise.value(number)
      }
    default: return attachToGuarantee(on: queue, use)
    }
  }

  private func attachToGuarantee(
    on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let guarantee = Guarantee.value([1])
    switch self {
    case .doneOfGuarantee:
      let done: Guarantee<Void> = guarantee.done(on: queue) { _ in use() }
      return done
    case .ensureOfGuarantee: return guarantee.ensure(on: queue) { use() } as Guarantee<[Int]>
    case .ensureThenOfGuarantee:
      return guarantee.ensureThen(on: queue) {
        use()
        return Guarantee()
      } as Guarantee<[Int]>
    case .getOfGuarantee: return guarantee.get(on: queue) { _ in use() } as Guarantee<[Int]>
    case .mapOfGuarantee: return guarantee.map(on: queue) { _ in use() } as Guarantee<Void>
    case .thenOfGuarantee:
      return guarantee.then(on: queue) { _ -> Guarantee<Void> in
        use()
        return Guarantee()
      } as Guarantee<Void>
    case .compactMapOfGuarantee: return guarantee.compactMap(on: queue) { _ -> Void? in use() }
    case .validateOfGuarantee:
      return guarantee.validate(on: queue) { _ in
        use()
        return true
      }
    case .thenMapOfGuarantee:
      return guarantee.thenMap(on: queue) { number -> Promise<Int> in
        use()
        return Promise.value(number)
      }
    case .thenPromiseOfGuarantee:
      return guarantee.then(on: queue) { _ -> Promise<Void> in
        use()
        return Promise()
      }
    case .thenThrowingOfGuarantee:
      return guarantee.then(on: queue) { _ throws -> Promise<Void> in
        use()
        return Promise()
      }
    // The type of the result selects the forms for handlers that may throw.
    case .doneThrowingOfGuarantee: return guarantee.done(on: queue) { _ in use() } as Promise<Void>
    case .getThrowingOfGuarantee: return guarantee.get(on: queue) { _ in use() } as Promise<[Int]>
    default: return guarantee.map(on: queue) { _ in use() } as Promise<Void>
    }
  }
}
