import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `map` on promises and guarantees, in each of its forms.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MapTests {
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

  @Test func `map transforms the value, passes errors on, and is rejected with a thrown error`() async throws {
    #expect(try await Promise.value(2).map { $0 * 3 }.get() == 6)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).map { $0 * 3 }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(2).map { _ -> Int in throw TestError.two }.get() }
  }

  @Test @MainActor func `handlers written on the main actor run there instead of on the default queue`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let mapped: (Promise<Void>, Guarantee<Void>) = withPromiseQueue(MarkedQueue().queue) {
      (promise.map { _ in log("promise") }, guarantee.map { _ in log("guarantee") })
    }
    await elsewhere { resolver.fulfill(1) }
    try await mapped.0.get()
    await elsewhere { seal(1) }
    await mapped.1.get()
    #expect(log.entries == ["promise", "guarantee"])
  }

  @Test func `handlers run on the queue passed to map`() async throws {
    let here = MarkedQueue()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let mapped = (
      promise.map(on: here.queue) { _ in here.isCurrent }, guarantee.map(on: here.queue) { _ in here.isCurrent }
    )
    await elsewhere {
      resolver.fulfill(1)
      seal(1)
    }
    #expect(try await mapped.0.get())
    #expect(await mapped.1.get())
  }
}
