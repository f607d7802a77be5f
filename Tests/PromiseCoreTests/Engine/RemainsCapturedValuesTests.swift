import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A canceled derived promise immediately releases its handler and the values that it captured, although its source
/// stays pending.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RemainsCapturedValuesTests {
  enum Operator: CaseIterable {
    case map, mapOnQueue, then, done, get, validate, recover, `catch`, mapValues

    func attach(to promise: Promise<Int>, capturing object: Lifetime.Object) -> AnyCancellation {
      switch self {
      case .map: AnyCancellation(promise.map(on: nil) { $0 + object.zero })
      case .mapOnQueue: AnyCancellation(promise.map(on: .global()) { $0 + object.zero })
      case .then: AnyCancellation(promise.then(on: nil) { Promise.value($0 + object.zero) })
      case .done: AnyCancellation(promise.done(on: nil) { _ in object.touch() })
      case .get: AnyCancellation(promise.get(on: nil) { _ in object.touch() })
      case .validate: AnyCancellation(promise.validate(on: nil) { $0 == object.zero })
      case .recover: AnyCancellation(promise.recover(on: nil) { _ in Promise.value(object.zero) })
      case .catch: AnyCancellation(promise.catch(on: nil) { _ in object.touch() })
      case .mapValues:
        AnyCancellation(promise.map(on: nil) { [$0] }.map(on: nil) { $0.map { $0 + object.zero } })
      }
    }
  }

  struct AnyCancellation {
    let cancel: () -> Void

    init<Value>(_ promise: Promise<Value>) { cancel = { promise.cancel() } }
  }

  @Test(arguments: Operator.allCases)
  func `a canceled promise releases what its handler captured, even with a pending source`(_ name: Operator) {
    let lifetime = Lifetime()
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map(on: nil) { $0 }
    let derived = name.attach(to: source, capturing: lifetime.object())
    #expect(lifetime.alive == 1)
    derived.cancel()
    #expect(source.isPending && other.isPending)
    #expect(lifetime.alive == 0)
    resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test func `canceling a chain releases what the handler of each step captured`() {
    let lifetime = Lifetime()
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map(on: nil) { $0 }
    var end = source
    for _ in 0..<10 {
      let object = lifetime.object()
      end = end.map(on: nil) { $0 + object.zero }
    }
    #expect(lifetime.alive == 10)
    end.cancel()
    #expect(source.isPending && other.isPending)
    #expect(lifetime.alive == 0)
    resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test func `each of several derived promises releases what its handler captured when canceled`() {
    let lifetime = Lifetime()
    let (source, resolver) = Promise<Int>.pending()
    let derived = (0..<10).map { _ in
      let object = lifetime.object()
      return source.map(on: nil) { $0 + object.zero }
    }
    for (number, promise) in derived.enumerated() {
      promise.cancel()
      #expect(lifetime.alive == 9 - number)
    }
    #expect(source.isRejected && resolver.isCancelled)
  }

  @Test func `canceling a chain releases what handlers before and after a combinator captured`() {
    let lifetime = Lifetime()
    let (source, resolver) = Promise<Int>.pending()
    let other = source.map(on: nil) { $0 }
    func attach() -> Promise<Int> {
      let object = lifetime.object()
      return when(fulfilled: [source.map(on: nil) { $0 + object.zero }]).map(on: nil) { $0[0] + object.zero }
    }
    attach().cancel()
    #expect(source.isPending && other.isPending)
    #expect(lifetime.alive == 0)
    resolver.fulfill(1)
    #expect(other.value == 1)
  }
}

extension Lifetime.Object {
  /// Zero, so that a closure that computes with it captures the object.
  fileprivate var zero: Int {
    touch()
    return 0
  }
}
