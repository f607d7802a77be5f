import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What a resolver accepts.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ResolverTests {
  @Test func `a resolver provides its promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(resolver.promise === promise)
    resolver.fulfill(1)
    let log = Log<Promise<Int>>()
    let created = Promise<Int> { resolver in
      log(resolver.promise)
      resolver.fulfill(1)
    }
    #expect(log.entries[0] === created)
  }

  @Test func `a resolver accepts a result with a typed error`() {
    let (first, one) = Promise<Int>.pending()
    one.resolve(Result<Int, TestError>.success(1))
    let (second, two) = Promise<Int>.pending()
    two.resolve(Result<Int, TestError>.failure(.two))
    #expect(first.value == 1 && second.error as? TestError == .two)
  }

  @Test func `a resolver that receives both a value and an error rejects the promise`() {
    let settle: [(Resolver<Int>) -> Void] = [
      { $0.resolve(1, TestError.one) }, { $0.resolve(1 as Int?, TestError.one) }, { $0.resolve(TestError.one, 1) },
    ]
    for settle in settle {
      let (promise, resolver) = Promise<Int>.pending()
      settle(resolver)
      #expect(promise.error as? TestError == .one)
    }
  }

  @Test func `a resolver of an optional accepts nil as a value`() {
    let (promise, resolver) = Promise<Int?>.pending()
    resolver.fulfill(nil)
    #expect(promise.value == .some(nil))
  }

  @Test func `a resolver accepts a result, and a value and an error in either order`() {
    func outcome(_ settle: (Resolver<Int>) -> Void) -> Result<Int, any Error>? {
      let (promise, resolver) = Promise<Int>.pending()
      settle(resolver)
      return promise.result
    }
    #expect(try! outcome { $0.resolve(.success(1)) }!.get() == 1)
    #expect(try! outcome { $0.resolve(1 as Int?, nil) }!.get() == 1)
    #expect(try! outcome { $0.resolve(1, nil as (any Error)?) }!.get() == 1)
    #expect(try! outcome { $0.resolve(nil as (any Error)?, 1) }!.get() == 1)
    #expect(throws: TestError.one) { try outcome { $0.resolve(.failure(TestError.one)) }!.get() }
    #expect(throws: TestError.one) { try outcome { $0.resolve(1 as Int?, TestError.one) }!.get() }
    #expect(throws: TestError.one) { try outcome { $0.resolve(TestError.one, nil) }!.get() }
    #expect(throws: PromiseError.self) { try outcome { $0.resolve(nil as Int?, nil) }!.get() }
    #expect(throws: PromiseError.self) { try outcome { $0.resolve(nil as (any Error)?, nil) }!.get() }
  }

  @Test func `the resolver of a Void promise accepts no value, or only an optional error`() {
    let (first, one) = Promise<Void>.pending()
    one.fulfill()
    #expect(first.isFulfilled)
    let (second, two) = Promise<Void>.pending()
    two.resolve(TestError.one)
    #expect(second.error as? TestError == .one)
    let (third, three) = Promise<Void>.pending()
    three.resolve(nil as (any Error)?)
    #expect(third.isFulfilled)
  }
}
