import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `map` on promises and guarantees, in each of its forms.
@Suite(.promises(timeLimit: .testLimit)) struct MapTests {
  struct User: Sendable {
    var name = "Ada"
    var pet: String?
  }

  @Test func `a key path maps the value to one of its properties`() async throws {
    #expect(try await Promise.value(User()).map(\.name).get() == "Ada")
    #expect(try await Promise.value(User()).map(\.name.count).get() == 3)
    let pet: String?? = Promise.value(User()).map(\.pet).value
    #expect(pet == .some(nil))
  }

  @Test func `a key path is read inline when the promise settles`() {
    let (promise, resolver) = Promise<User>.pending()
    let name = promise.map(\.name)
    #expect(name.isPending)
    resolver.fulfill(User())
    #expect(name.value == "Ada")
  }

  @Test func `an error skips a key path`() {
    #expect(Promise<User>(error: TestError.one).map(\.name).error as? TestError == .one)
  }

  @Test func `mapping a guarantee with a key path returns a guarantee`() {
    let name: Guarantee<String> = Guarantee.value(User()).map(\.name)
    #expect(name.value == "Ada")
  }

  @Test func `mapping a guarantee with a nonthrowing handler returns a guarantee`() async {
    let result: Guarantee<Int> = Guarantee.value(1).map { $0 + 1 }
    #expect(await result.get() == 2)
    let inline: Guarantee<Int> = Guarantee.value(1).map(on: nil) { $0 + 2 }
    #expect(inline.value == 3)
  }

  @Test func `mapping a guarantee with a throwing handler returns a promise`() {
    let promise: Promise<Int> = Guarantee.value(1).map(on: nil) { _ in throw TestError.two }
    #expect(promise.error as? TestError == .two)
  }

  @Test func `then, map, and get on a guarantee return guarantees`() async {
    let log = Log<Int>()
    let guarantee: Guarantee<Int> = Guarantee.value(1).then(on: nil) { Guarantee.value($0 + 1) }
    #expect(guarantee.value == 2)
    let value: Guarantee<String> = Guarantee.value(1).map { "\($0)" }
    #expect(await value.get() == "1")
    let nothing: Guarantee<Int> = Guarantee.value(3).get { log($0) }
    #expect(await nothing.get() == 3)
    #expect(log.entries == [3])
  }

  @Test @MainActor func `handlers written on the main actor run there instead of on the default queue`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises: [Promise<Void>] = withPromiseQueue(MarkedQueue().queue) {
      [promise.map { _ in log("map") }, promise.done { _ in log("done") }]
    }
    let guarantees: [Guarantee<Void>] = withPromiseQueue(MarkedQueue().queue) {
      let then = guarantee.then { _ in
        log("then")
        return Guarantee<Void>()
      }
      return [guarantee.map { _ in log("map") }, guarantee.done { _ in log("done") }, then]
    }
    await elsewhere { resolver.fulfill(1) }
    for promise in promises { try await promise.get() }
    await elsewhere { seal(1) }
    for guarantee in guarantees { await guarantee.get() }
    #expect(log.entries == ["map", "done", "then", "map", "done"])
  }

  @Test func `handlers run on the queue passed to map and then`() async throws {
    let here = MarkedQueue()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises = [
      promise.map(on: here.queue) { _ in here.isCurrent },
      promise.then(on: here.queue) { _ in Promise.value(here.isCurrent) },
    ]
    let guarantees = [
      guarantee.map(on: here.queue) { _ in here.isCurrent },
      guarantee.then(on: here.queue) { _ in Guarantee.value(here.isCurrent) },
    ]
    await elsewhere {
      resolver.fulfill(1)
      seal(1)
    }
    for promise in promises { #expect(try await promise.get()) }
    for guarantee in guarantees { #expect(await guarantee.get()) }
  }

  @Test func `map transforms the value, passes errors on, and is rejected with a thrown error`() async throws {
    #expect(try await Promise.value(2).map { $0 * 3 }.get() == 6)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).map { $0 * 3 }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(2).map { _ -> Int in throw TestError.two }.get() }
  }
}
