// verify: -swift-version 5
// verify: -swift-version 6

import PromiseConcurrency
import PromiseScoping

// Methods that any thread may call can be passed where a `@Sendable` function is expected, also in Swift 5 mode, which
// does not infer that from what they capture. None of these lines has a warning.

enum SDK {
  static func load(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {}
  static func loadOrFail(completion: @escaping @Sendable (Int, (any Error)?) -> Void) {}
  static func loadReversed(completion: @escaping @Sendable ((any Error)?, Int?) -> Void) {}
  static func loadResult(completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {}
  static func save(completion: @escaping @Sendable ((any Error)?) -> Void) {}
  static func count(completion: @escaping @Sendable (Int) -> Void) {}
  static func wait(completion: @escaping @Sendable () -> Void) {}
  static func fail(completion: @escaping @Sendable (any Error) -> Void) {}
}

func resolve() -> [Promise<Int>] {
  [
    Promise { resolver in SDK.load(completion: resolver.resolve) },
    Promise { resolver in SDK.loadOrFail(completion: resolver.resolve) },
    Promise { resolver in SDK.loadReversed(completion: resolver.resolve) },
    Promise { resolver in SDK.loadResult(completion: resolver.resolve) },
    Promise { resolver in SDK.count(completion: resolver.fulfill) },
    Promise { resolver in SDK.fail(completion: resolver.reject) },
  ]
}

func resolveWithoutValue() -> [Promise<Void>] {
  [
    Promise { resolver in SDK.save(completion: resolver.resolve) },
    Promise { resolver in SDK.wait(completion: resolver.fulfill) },
  ]
}

func cancel(_ promise: Promise<Int>, _ guarantee: Guarantee<Int>, _ scope: PromiseScope, _ queue: PromiseQueue) {
  SDK.wait(completion: promise.cancel)
  SDK.wait(completion: guarantee.cancel)
  SDK.wait(completion: AnyPromise(promise).cancel)
  SDK.wait(completion: scope.cancel)
  SDK.wait(completion: scope.cancelAll)
  SDK.wait(completion: queue.cancelAll)
}
