// Forms: queue, flags

import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport

/// The forms with `on:` and `flags:` that the import for PromiseKit's code adds.
@available(*, deprecated)
enum PromiseKitQueueForm: CaseIterable {
  case catchEqual, finally, recoverWithNothing, recoverWithNothingThrowing, recoverOnlyWithValue, recoverEqual,
    recoverEqualWithValue
  case compactMapValues, thenFlatMap, mapValues, firstValue, sortedValues, sortedValuesBy, filterValues, flatMapValues
  case finallyOfGuarantee, tapOfGuarantee, thenMapOfGuarantee, compactMapValuesOfGuarantee, thenFlatMapOfGuarantee
  case mapValuesOfGuarantee, sortedValuesOfGuarantee, sortedValuesByOfGuarantee, filterValuesOfGuarantee
  case flatMapValuesOfGuarantee
  case compactMapValuesThrowing, thenFlatMapToPromises, mapValuesThrowing, firstValueOfGuarantee
  case filterValuesThrowing, flatMapValuesThrowing

  /// Attaches a handler to a promise that is settled, and returns the promise of the operator.
  func attach(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let failing = Promise<[Int]>(error: TestError.one)
    switch self {
    case .catchEqual: return failing.catch(only: TestError.one, on: queue, flags: flags) { _ in use() }
    case .finally: return Promise.value(1).finally(on: queue, flags: flags) { use() }
    case .recoverWithNothing: return failing.asVoid().recover(on: queue, flags: flags) { _ in use() }
    case .recoverWithNothingThrowing:
      return failing.asVoid().recover(on: queue, flags: flags) { _ throws -> Void in use() }
    case .recoverOnlyWithValue:
      return failing.recover(only: TestError.self, on: queue, flags: flags) { _ -> [Int] in
        use()
        return []
      }
    case .recoverEqual:
      return failing.recover(only: TestError.one, on: queue, flags: flags) { _ -> Promise<[Int]> in
        use()
        return Promise.value([])
      }
    case .recoverEqualWithValue:
      return failing.recover(only: TestError.one, on: queue, flags: flags) { _ -> [Int] in
        use()
        return []
      }
    case .compactMapValues, .thenFlatMap, .mapValues, .firstValue, .sortedValues, .sortedValuesBy, .filterValues,
      .flatMapValues:
      return attachElementHandler(on: queue, flags: flags, use)
    default: return attachToGuarantee(on: queue, flags: flags, use)
    }
  }

  private func attachElementHandler(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let source = Promise.value([1])
    switch self {
    case .compactMapValues: return source.compactMapValues(on: queue, flags: flags) { _ -> Void? in use() }
    case .thenFlatMap:
      return source.thenFlatMap(on: queue, flags: flags) { number -> Promise<[Int]> in
        use()
        return Promise.value([number])
      }
    case .mapValues: return source.mapValues(on: queue, flags: flags) { _ in use() }
    case .firstValue:
      return source.firstValue(on: queue, flags: flags) { _ in
        use()
        return true
      }
    case .sortedValues: return Promise.value(Compared.pair(use)).sortedValues(on: queue, flags: flags)
    case .sortedValuesBy:
      return Promise.value([1, 2]).sortedValues(on: queue, flags: flags) { _, _ in
        use()
        return true
      }
    case .filterValues:
      return source.filterValues(on: queue, flags: flags) { _ in
        use()
        return true
      }
    default:
      return source.flatMapValues(on: queue, flags: flags) { number -> [Int] in
        use()
        return [number]
      }
    }
  }

  private func attachToGuarantee(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let source = Guarantee.value([1])
    switch self {
    case .finallyOfGuarantee: return source.finally(on: queue, flags: flags) { use() }
    case .tapOfGuarantee: return source.tap(on: queue, flags: flags) { (_: Result<[Int], any Error>) in use() }
    case .thenMapOfGuarantee:
      return source.thenMap(on: queue, flags: flags) { number -> Guarantee<Int> in
        use()
        return Guarantee.value(number)
      } as Guarantee<[Int]>
    case .compactMapValuesOfGuarantee:
      return source.compactMapValues(on: queue, flags: flags) { _ -> Void? in use() } as Guarantee<[Void]>
    case .thenFlatMapOfGuarantee:
      return source.thenFlatMap(on: queue, flags: flags) { number -> Guarantee<[Int]> in
        use()
        return Guarantee.value([number])
      } as Guarantee<[Int]>
    case .mapValuesOfGuarantee:
      return source.mapValues(on: queue, flags: flags) { _ in use() } as Guarantee<[Void]>
    case .sortedValuesOfGuarantee:
      return Guarantee.value(Compared.pair(use)).sortedValues(on: queue, flags: flags)
    case .sortedValuesByOfGuarantee:
      return Guarantee.value([1, 2]).sortedValues(on: queue, flags: flags) { _, _ in
        use()
        return true
      }
    case .filterValuesOfGuarantee:
      return source.filterValues(on: queue, flags: flags) { _ in
        use()
        return true
      } as Guarantee<[Int]>
    case .flatMapValuesOfGuarantee:
      return source.flatMapValues(on: queue, flags: flags) { number -> [Int] in
        use()
        return [number]
      } as Guarantee<[Int]>
    default: return attachThrowing(on: queue, flags: flags, use)
    }
  }

  /// Attaches a handler that may throw to a guarantee. Where there is a form for others as well, the type of the result
  /// decides.
  private func attachThrowing(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ use: @escaping @Sendable () -> Void
  ) -> any PromiseReference {
    let source = Guarantee.value([1])
    switch self {
    case .compactMapValuesThrowing:
      return source.compactMapValues(on: queue, flags: flags) { _ -> Void? in use() } as Promise<[Void]>
    case .thenFlatMapToPromises:
      return source.thenFlatMap(on: queue, flags: flags) { number -> Promise<[Int]> in
        use()
        return Promise.value([number])
      }
    case .mapValuesThrowing: return source.mapValues(on: queue, flags: flags) { _ in use() } as Promise<[Void]>
    case .firstValueOfGuarantee:
      return source.firstValue(on: queue, flags: flags) { _ in
        use()
        return true
      }
    case .filterValuesThrowing:
      return source.filterValues(on: queue, flags: flags) { _ in
        use()
        return true
      } as Promise<[Int]>
    default:
      return source.flatMapValues(on: queue, flags: flags) { number -> [Int] in
        use()
        return [number]
      } as Promise<[Int]>
    }
  }
}

/// A number that calls a function when it is compared.
private struct Compared: Comparable, Sendable {
  let number: Int
  let use: @Sendable () -> Void

  static func pair(_ use: @escaping @Sendable () -> Void) -> [Compared] {
    [Compared(number: 1, use: use), Compared(number: 2, use: use)]
  }

  static func == (left: Compared, right: Compared) -> Bool { left.number == right.number }

  static func < (left: Compared, right: Compared) -> Bool {
    left.use()
    return left.number < right.number
  }
}
