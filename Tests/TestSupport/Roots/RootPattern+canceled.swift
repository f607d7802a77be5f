import PromiseConcurrency
import PromiseCore

// Each pattern derives a promise from a root, and cancels it.

extension RootPattern {
  static let canceledValueHandlers: [RootPattern] = [
    RootPattern("promise.map.cancel") { roots in
      let object = roots.capture()
      roots.promise.map(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("promise.map on an actor, cancel") { roots in
      await roots.actor.map(roots.promise, roots.capture()).cancel()
    },
    RootPattern("promise.done.cancel") { roots in
      let object = roots.capture()
      roots.promise.done(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("promise.get.cancel") { roots in
      let object = roots.capture()
      roots.promise.get(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("promise.then.cancel") { roots in
      let object = roots.capture()
      roots.promise.then(on: nil) { number in
        object.touch()
        return Promise.value(number)
      }.cancel()
    },
    RootPattern("promise.compactMap.cancel") { roots in
      let object = roots.capture()
      roots.promise.compactMap(on: nil) { _ -> Void? in object.touch() }.cancel()
    },
    RootPattern("promise.validate.cancel") { roots in
      let object = roots.capture()
      roots.promise.validate(on: nil) { _ in
        object.touch()
        return true
      }.cancel()
    },
    RootPattern("promise.map.thenMap.cancel") { roots in
      let object = roots.capture()
      roots.promise.map(on: nil) { [$0] }.thenMap(on: nil) { number in
        object.touch()
        return Promise.value(number)
      }.cancel()
    },
    RootPattern("promise.reduce.cancel") { roots in
      let object = roots.capture()
      roots.promise.reduce(on: nil, [1]) { number, _ in
        object.touch()
        return Promise.value(number)
      }.cancel()
    },
    RootPattern("promise.asVoid.cancel") { roots in roots.promise.asVoid().cancel() },
    RootPattern("promise.delay.cancel") { roots in roots.promise.delay(.seconds(1_000)).cancel() },
    RootPattern("promise.timeout.cancel") { roots in roots.promise.timeout(.seconds(1_000)).cancel() },
    RootPattern("promise.timeout(losers: .spare).cancel") { roots in
      roots.promise.timeout(.seconds(1_000), losers: .spare).cancel()
    },
    RootPattern("a chain of ten, cancel") { roots in
      var end = roots.promise
      for _ in 0..<10 {
        let object = roots.capture()
        end = end.map(on: nil) { number in
          object.touch()
          return number
        }
      }
      end.cancel()
    },
    RootPattern("Promise(promise).cancel") { roots in Promise<Int>(roots.promise).cancel() },
    RootPattern("then { promise }.cancel") { roots in Promise<Void>().then(on: nil) { roots.promise }.cancel() },
    RootPattern("retry { promise }.cancel") { roots in retry(on: nil) { roots.promise }.cancel() },
    RootPattern("until { promise }.cancel") { roots in
      until(on: nil) { roots.promise.map(on: nil) { $0 == 1 } }.cancel()
    },
  ]

  static let canceledErrorHandlers: [RootPattern] = [
    RootPattern("promise.catch.cancel") { roots in
      let object = roots.capture()
      roots.promise.catch(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("promise.catch(.allErrors).cancel") { roots in
      let object = roots.capture()
      roots.promise.catch(on: nil, policy: .allErrors) { _ in object.touch() }.cancel()
    },
    RootPattern("promise.recover { Promise }.cancel") { roots in
      let object = roots.capture()
      roots.promise.recover(on: nil) { _ in
        object.touch()
        return Promise.value(1)
      }.cancel()
    },
    RootPattern("promise.recover { Guarantee }.cancel") { roots in
      let object = roots.capture()
      roots.promise.recover(on: nil) { _ in
        object.touch()
        return Guarantee.value(1)
      }.cancel()
    },
    RootPattern("promise.ensure.cancel") { roots in
      let object = roots.capture()
      roots.promise.ensure(on: nil) { object.touch() }.cancel()
    },
    RootPattern("promise.ensureThen.cancel") { roots in
      let object = roots.capture()
      roots.promise.ensureThen(on: nil) {
        object.touch()
        return Guarantee()
      }.cancel()
    },
    RootPattern("ensureThen { condition }.cancel") { roots in
      Promise.value(1).ensureThen(on: nil) { roots.condition }.cancel()
    },
    RootPattern("promise.tap.cancel") { roots in
      let object = roots.capture()
      roots.promise.tap(on: nil) { _ in object.touch() }.cancel()
    },
  ]

  static let canceledAsyncHandlers: [RootPattern] = [
    RootPattern("promise.map(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.map { _ async in object.touch() }.cancel()
    },
    RootPattern("promise.map(async) on an actor, cancel") { roots in
      await roots.actor.mapAsync(roots.promise, roots.capture()).cancel()
    },
    RootPattern("promise.done(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.done { (_: Int) async in object.touch() }.cancel()
    },
    RootPattern("promise.get(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.get { (_: Int) async in object.touch() }.cancel()
    },
    RootPattern("promise.reduce(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.reduce([1]) { number, _ async in
        object.touch()
        return number
      }.cancel()
    },
    RootPattern("promise.catch(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.catch { (_: any Error) async in object.touch() }.cancel()
    },
    RootPattern("promise.recover(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.recover { _ async in
        object.touch()
        return 1
      }.cancel()
    },
    RootPattern("promise.ensure(async).cancel") { roots in
      let object = roots.capture()
      roots.promise.ensure { () async in object.touch() }.cancel()
    },
    RootPattern("guarantee.map(async).cancel") { roots in
      let object = roots.capture()
      roots.guarantee.map { _ async in object.touch() }.cancel()
    },
    RootPattern("guarantee.done(async).cancel") { roots in
      let object = roots.capture()
      roots.guarantee.done { (_: Int) async in object.touch() }.cancel()
    },
    RootPattern("guarantee.ensure(async).cancel") { roots in
      let object = roots.capture()
      roots.guarantee.ensure { () async in object.touch() }.cancel()
    },
  ]

  static let canceledGuarantees: [RootPattern] = [
    RootPattern("guarantee.map.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.map(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("guarantee.done.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.done(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("guarantee.get.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.get(on: nil) { _ in object.touch() }.cancel()
    },
    RootPattern("guarantee.then.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.then(on: nil) { _ in
        object.touch()
        return Guarantee()
      }.cancel()
    },
    RootPattern("guarantee.then { Promise }.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.then(on: nil) { _ in
        object.touch()
        return Promise<Void>()
      }.cancel()
    },
    RootPattern("guarantee.ensure.cancel") { roots in
      let object = roots.capture()
      roots.guarantee.ensure(on: nil) { object.touch() }.cancel()
    },
    RootPattern("guarantee.delay.cancel") { roots in roots.guarantee.delay(.seconds(1_000)).cancel() },
    RootPattern("guarantee.timeout.cancel") { roots in roots.guarantee.timeout(.seconds(1_000)).cancel() },
    RootPattern("guarantee.asVoid.cancel") { roots in roots.guarantee.asVoid().cancel() },
    RootPattern("Promise(guarantee).cancel") { roots in Promise<Int>(roots.guarantee).cancel() },
    RootPattern("then { guarantee }.cancel") { roots in Guarantee<Void>().then(on: nil) { roots.guarantee }.cancel() },
  ]
}
