// Forms: queue

@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport

/// The three forms of `Promise(on:)`, each of which calls `note` and is fulfilled with 1, or rejected if `failing`.
@available(*, deprecated)
enum PromiseWorkForm: CaseIterable {
  case value, promise, callback

  func promise(on here: MarkedQueue, failing: Bool = false, _ note: @escaping @Sendable () -> Void) -> Promise<Int> {
    switch self {
    case .value:
      Promise(on: here.queue) { () -> Int in
        note()
        if failing { throw TestError.one }
        return 1
      }
    case .promise:
      Promise(on: here.queue) { () -> Promise<Int> in
        note()
        if failing { throw TestError.one }
        return Promise.value(1)
      }
    case .callback:
      Promise(on: here.queue) { fulfill, _ in
        note()
        if failing { throw TestError.one }
        fulfill(1)
      }
    }
  }
}
