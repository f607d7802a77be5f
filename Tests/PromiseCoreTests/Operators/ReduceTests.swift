import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `reduce` combines items one after another, each in a step that returns a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ReduceTests {
  let log = Log<Int>()

  // MARK: Values

  @Test func `items are combined in order`() async throws {
    let text = Promise.value("").reduce([1, 2, 3]) { text, number in Promise.value("\(text)\(number)") }
    #expect(try await text.get() == "123")
    let inline = Promise.value(0).reduce(on: nil, 1...4) { sum, number in Promise.value(sum + number) }
    #expect(inline.value == 10)
  }

  @Test func `reducing an empty sequence yields the initial value`() async throws {
    let promise = Promise.value(7).reduce([Int]()) { sum, number in
      log(number)
      return Promise.value(sum + number)
    }
    #expect(try await promise.get() == 7)
    #expect(Promise.value(8).reduce(on: nil, [Int]()) { sum, _ in Promise.value(sum) }.value == 8)
    #expect(log.entries == [])
  }

  @Test func `a step begins only after the previous step has settled`() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let sum = Promise.value(0).reduce(on: nil, 0..<3) { sum, number in
      log(number)
      return pending[number].promise.map(on: nil) { sum + $0 }
    }
    #expect(log.entries == [0])
    pending[1].resolver.fulfill(10)
    #expect(log.entries == [0])
    pending[0].resolver.fulfill(1)
    #expect(log.entries == [0, 1, 2] && sum.isPending)
    pending[2].resolver.fulfill(100)
    #expect(sum.value == 111)
  }

  @Test func `a step may return a guarantee or a foreign thenable`() {
    let guarantees = Promise.value(0).reduce(on: nil, 1...3) { sum, number in Guarantee.value(sum + number) }
    #expect(guarantees.value == 6)
    let foreign = Promise.value(0).reduce(on: nil, 1...3) { sum, number in ForeignPromise(.success(sum + number)) }
    #expect(foreign.value == 6)
  }

  @Test func `reduce on a guarantee returns a promise`() async throws {
    let sum: Promise<Int> = Guarantee.value(0).reduce(1...3) { sum, number in Promise.value(sum + number) }
    #expect(try await sum.get() == 6)
  }

  // MARK: Errors

  @Test func `an upstream error skips all steps`() async {
    let sum = Promise<Int>(error: TestError.one).reduce(1...3) { sum, number in
      log(number)
      return Promise.value(sum + number)
    }
    await #expect(throws: TestError.one) { try await sum.get() }
    #expect(log.entries == [])
  }

  @Test func `an error thrown by a step rejects the result, and no more items are taken`() {
    // The sequence is infinite, so the test ends only if the error ends the iteration.
    let sum = Promise.value(0).reduce(on: nil, 1...) { sum, number in
      log(number)
      if number == 3 { throw TestError.two }
      return Promise.value(sum + number)
    }
    #expect(sum.error as? TestError == .two && log.entries == [1, 2, 3])
  }

  @Test func `an error thrown by the first step rejects the result`() async {
    let sum = Promise.value(0).reduce(1...3) { _, number -> Promise<Int> in
      log(number)
      throw TestError.two
    }
    await #expect(throws: TestError.two) { try await sum.get() }
    #expect(log.entries == [1])
  }

  @Test func `a rejected step rejects the result`() {
    let sum = Promise.value(0).reduce(on: nil, 1...3) { sum, number in
      log(number)
      return number == 2 ? Promise(error: TestError.two) : Promise.value(sum + number)
    }
    #expect(sum.error as? TestError == .two && log.entries == [1, 2])
  }

  @Test func `an abandoned step rejects the result`() {
    let sum = silently {
      Promise.value(0).reduce(on: nil, 1...3) { _, _ in Promise<Int>.pending().promise }
    }
    guard case .abandoned? = sum.error as? PromiseError else {
      Issue.record("\(String(describing: sum.result))")
      return
    }
  }

  @Test func `the error for an abandoned step names the creation site of that step`() {
    let site = (line: UInt32(#line) + 3, file: "\(#fileID)")
    let sum = silently {
      Promise.value(0).reduce(on: nil, 1...3) { _, _ in
        Guarantee<Int>.pending().guarantee
      }
    }
    guard case .abandoned(let file, let line)? = sum.error as? PromiseError else {
      Issue.record("\(String(describing: sum.result))")
      return
    }
    #expect(file == site.file && line == Int(site.line))
  }

  // MARK: Cancellation

  @Test func `canceling before the first step cancels the upstream promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    let sum = promise.reduce(on: nil, 1...3) { sum, number in
      log(number)
      return Promise.value(sum + number)
    }
    sum.cancel()
    resolver.fulfill(0)
    #expect(sum.isCancelled && promise.isCancelled && log.entries == [])
  }

  @Test func `canceling during a step cancels that step and begins no other`() {
    let (second, resolver) = Promise<Int>.pending()
    let sum = Promise.value(0).reduce(on: nil, 1...3) { sum, number in
      log(number)
      return number == 2 ? second : Promise.value(sum + number)
    }
    #expect(log.entries == [1, 2])
    sum.cancel()
    #expect(sum.error is CancellationError && second.isCancelled && resolver.isCancelled)
    #expect(log.entries == [1, 2])
  }

  @Test func `canceling does not cancel a step that has another consumer`() {
    let (second, resolver) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let sum = Promise.value(0).reduce(on: nil, 1...3) { sum, number in
      log(number)
      return number == 2 ? second : Promise.value(sum + number)
    }
    sum.cancel()
    #expect(second.isPending && !resolver.isCancelled)
    resolver.fulfill(2)
    #expect(other.value == 2 && sum.isCancelled && log.entries == [1, 2])
  }

  @Test func `a step that cancels the result also cancels the promise that it returns`() {
    let (start, starter) = Promise<Int>.pending()
    let (step, resolver) = Promise<Int>.pending()
    let whole = Log<Promise<Int>>()
    let sum = start.reduce(on: nil, 1...3) { _, number in
      log(number)
      whole.entries[0].cancel()
      return step
    }
    whole(sum)
    starter.fulfill(0)
    #expect(sum.isCancelled && resolver.isCancelled && log.entries == [1])
  }

  @Test func `canceling releases what the closure captured`() {
    let lifetime = Lifetime()
    let (step, resolver) = Promise<Int>.pending()
    func start() -> Promise<Int> {
      let object = lifetime.object()
      return Promise.value(0).reduce(on: nil, 1...3) { _, _ in
        object.touch()
        return step
      }
    }
    let sum = start()
    #expect(lifetime.alive == 1)
    sum.cancel()
    #expect(lifetime.alive == 0 && resolver.isCancelled)
  }

  // MARK: Many steps

  @Test func `many steps that settle immediately run on a small stack`() async {
    await onSmallStack {
      let sum = Promise.value(0).reduce(on: nil, repeatElement(1, count: many(100_000))) { Promise.value($0 + $1) }
      #expect(sum.value == many(100_000))
    }
  }

  @Test func `many steps that settle later run on a small stack`() async {
    await onSmallStack {
      let (start, resolver) = Promise<Int>.pending()
      let sum = Promise.value(0).reduce(on: nil, repeatElement(1, count: many(100_000))) { sum, one in
        start.map(on: nil) { sum + one + $0 }
      }
      resolver.fulfill(0)
      #expect(sum.value == many(100_000))
    }
  }

  @Test func `many steps run on a queue`() async throws {
    let queue = DispatchQueue(label: "ReduceTests")
    let sum = Promise.value(0).reduce(on: queue, repeatElement(1, count: many(10_000))) { Promise.value($0 + $1) }
    #expect(try await sum.get() == many(10_000))
  }

  // MARK: Executors

  @Test @MainActor func `steps written on the main actor run there instead of on the default queue`() async throws {
    let log = MainActorLog<Int>()
    @MainActor func add(_ sum: Int, _ number: Int) -> Promise<Int> {
      log(number)
      return Promise.value(sum + number)
    }
    let (promise, resolver) = Promise<Int>.pending()
    let sums: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [promise.reduce([1, 2]) { add($0, $1) }, promise.reduce([3, 4]) { add($0, $1) }]
    }
    await elsewhere { resolver.fulfill(0) }
    #expect(try await when(fulfilled: sums).get() == [3, 7])
    #expect(log.entries.sorted() == [1, 2, 3, 4])
  }

  @Test @MainActor
  func `steps written on the main actor run there even after a step that settled elsewhere`() async throws {
    let log = MainActorLog<Int>()
    let (step, resolver) = Promise<Int>.pending()
    let sum = Promise.value(0).reduce([1, 2]) { sum, number in
      log(number)
      return step.map(on: nil) { sum + $0 }
    }
    // This handler runs behind the first step on the main queue.
    await Guarantee<Void>().done {}.get()
    await elsewhere { resolver.fulfill(5) }
    #expect(try await sum.get() == 10)
    #expect(log.entries == [1, 2])
  }

  @Test func `steps run on the given queue`() async throws {
    let here = MarkedQueue()
    let results = Promise.value([Bool]())
    let first = results.reduce(on: here.queue, [1, 2]) { results, _ in Promise.value(results + [here.isCurrent]) }
    let second = results.reduce(on: here.queue, [3, 4]) { results, _ in Promise.value(results + [here.isCurrent]) }
    #expect(try await when(fulfilled: [first, second]).get() == [[true, true], [true, true]])
  }

  @Test func `an inline reduction of an empty sequence yields the initial value or the error`() {
    #expect(Promise.value(1).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }.value == 1)
    #expect(Guarantee.value(1).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }.value == 1)
    let failed = Promise<Int>(error: TestError.one).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }
    #expect(failed.error as? TestError == .one)
  }
}
