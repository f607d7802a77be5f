// Forms: queue, flags

import Dispatch
import PromiseConcurrency

extension GuaranteeHandlerForm {
  /// The forms that have parameters for the queue and for the flags of the work item.
  static let withFlags: [GuaranteeHandlerForm] = [
    .done, .map, .then, .thenPromise, .get, .compactMap, .validate, .thenMap, .ensure, .ensureThen,
  ]

  /// Attaches a handler that runs on `queue`, or inline if it is `nil`. Returns the outcome of the promise that the
  /// operator returns.
  func attach(
    to source: Guarantee<[Int]>, on queue: DispatchQueue?, flags: DispatchWorkItemFlags?,
    _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    switch self {
    case .done: Promise(source.done(on: queue, flags: flags) { _ in use() })
    case .map: Promise(source.map(on: queue, flags: flags) { _ in use() })
    case .then:
      Promise(
        source.then(on: queue, flags: flags) { _ in
          use()
          return Guarantee()
        })
    case .thenPromise:
      source.then(on: queue, flags: flags) { _ in
        use()
        return Promise<Void>()
      }
    case .get: Promise(source.get(on: queue, flags: flags) { _ in use() }.asVoid())
    case .compactMap: source.compactMap(on: queue, flags: flags) { _ -> Void? in use() }
    case .validate:
      source.validate(on: queue, flags: flags) { _ in
        use()
        return true
      }.asVoid()
    case .thenMap:
      source.thenMap(on: queue, flags: flags) { number in
        use()
        return Promise.value(number)
      }.asVoid()
    case .ensure: Promise(source.ensure(on: queue, flags: flags) { use() }.asVoid())
    default:
      Promise(
        source.ensureThen(on: queue, flags: flags) {
          use()
          return Guarantee()
        }.asVoid())
    }
  }
}
