// Forms: queue, flags

import Dispatch
import PromiseConcurrency
import TestSupport

extension GuaranteeHandlerForm {
  /// The forms that have parameters for the queue and for the flags of the work item.
  static let withFlags: [GuaranteeHandlerForm] = [
    .done, .map, .then, .thenPromise, .get, .compactMap, .validate, .thenMap, .ensure, .ensureThen,
    .doneThrowing, .mapThrowing, .thenThrowing, .getThrowing,
  ]

  /// The forms that have a parameter for the queue.
  static let onQueue = withFlags + [.reduce, .onProgress]

  /// Attaches a handler that runs on `queue`, or inline if it is `nil`. Returns the outcome of the promise that the
  /// operator returns, or else a promise that settles when the handler has run or is released.
  func attach(
    to source: Guarantee<[Int]>, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
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
    case .thenThrowing:
      source.then(on: queue, flags: flags) { _ in
        use()
        return try GuaranteeHandlerForm.fulfilled()
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
    case .reduce:
      source.reduce(on: queue, [1]) { numbers, _ in
        use()
        return Promise.value(numbers)
      }.asVoid()
    // The type of the result selects the forms for handlers that may throw.
    case .doneThrowing: source.done(on: queue, flags: flags) { _ in use() }
    case .mapThrowing: source.map(on: queue, flags: flags) { _ in use() }
    case .getThrowing: source.get(on: queue, flags: flags) { _ in use() }.asVoid()
    case .onProgress: attachProgressHandler(to: source, on: queue, use)
    case .ensure: Promise(source.ensure(on: queue, flags: flags) { use() }.asVoid())
    case .ensureThen:
      Promise(
        source.ensureThen(on: queue, flags: flags) {
          use()
          return Guarantee()
        }.asVoid())
    default: missing(self)
    }
  }

  private func attachProgressHandler(
    to source: Guarantee<[Int]>, on queue: DispatchQueue?, _ use: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    let (ended, resolver) = silently { Promise<Void>.pending() }
    source.onProgress(on: queue) { _ in
      use()
      resolver.fulfill()
    }
    return ended
  }
}
