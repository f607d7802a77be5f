import CombineBridge
import InteropSupport
import OpenCombine
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests promises and guarantees of the first value of Combine publishers.
@Suite(.promises(timeLimit: .testLimit)) struct PublisherTests {
  typealias Numbers = PassthroughSubject<Int, TestError>

  // MARK: Immediate values

  @Test func `an available value fulfills the promise`() {
    #expect(Just(1).promise().value == 1)
    #expect(Just(1).guarantee().value == 1)
    #expect(CurrentValueSubject<Int, Never>(2).promise().value == 2)
    #expect([3, 4].publisher.promise().value == 3)
    #expect(Publishers.Sequence<[Int], Never>(sequence: [5, 6]).guarantee().value == 5)
  }

  @Test func `a failure rejects the promise`() {
    #expect(Fail<Int, TestError>(error: .one).promise().error as? TestError == .one)
  }

  @Test func `an empty publisher rejects the promise with an empty sequence error`() {
    guard case PromiseError.emptySequence? = Empty<Int, Never>().promise().error else {
      Issue.record("The promise is not rejected with PromiseError.emptySequence.")
      return
    }
  }

  @Test(.promises(abandoned: .ignore)) func `an empty publisher abandons a guarantee`() {
    let guarantee = Empty<Int, Never>().guarantee()
    #expect(guarantee.isPending)
  }

  @Test func `an infinite publisher is not iterated past the first values`() {
    let made = Log<Int>()
    let numbers = (1...).lazy.map { number in
      made(number)
      return number
    }
    // The sequence is infinite, so a request for all of it would never return.
    #expect(numbers.publisher.promise().value == 1)
    #expect(numbers.publisher.guarantee().value == 1)
    #expect(made.count < 10)
  }

  // MARK: Later values

  @Test func `the first value fulfills the promise`() async throws {
    let numbers = Numbers()
    let promise = numbers.promise()
    #expect(promise.isPending)
    numbers.send(1)
    numbers.send(2)
    numbers.send(completion: .failure(.one))
    #expect(try await promise.get() == 1)
  }

  @Test func `a later failure rejects the promise`() async {
    let numbers = Numbers()
    let promise = numbers.promise()
    numbers.send(completion: .failure(.one))
    await #expect(throws: TestError.one) { try await promise.get() }
  }

  @Test func `a later completion without a value rejects the promise with an empty sequence error`() async {
    let numbers = Numbers()
    let promise = numbers.promise()
    numbers.send(completion: .finished)
    await #expect(throws: PromiseError.emptySequence) { try await promise.get() }
  }

  @Test func `the first value fulfills a guarantee`() async {
    let numbers = PassthroughSubject<Int, Never>()
    let guarantee = numbers.guarantee()
    let doubled = guarantee.map(on: nil) { $0 * 2 }
    numbers.send(1)
    numbers.send(2)
    #expect(await guarantee.get() == 1 && doubled.value == 2)
  }

  @Test func `a value from another thread fulfills the promise`() async throws {
    let future = Promise { try await later(1) }.future()
    #expect(try await future.map { $0 + 1 }.promise().get() == 2)
  }

  // MARK: End of the subscription

  /// A subscription ends once: by a value, a failure, a completion or a cancellation.
  @Test(arguments: ["value", "failure", "finished", "cancel"])
  func `the subscription ends once and releases everything`(_ end: String) async {
    let (lifetime, cancels) = (Lifetime(), Log<String>())
    weak var subject: Numbers?
    weak var kept: Promise<Int>?
    do {
      let (numbers, object) = (Numbers(), lifetime.object())
      let promise = numbers.handleEvents(receiveCancel: { cancels(end) })
        .map { number in withExtendedLifetime(object) { number } }.promise()
      (subject, kept) = (numbers, promise)
      #expect(promise.isPending && lifetime.alive == 1)
      switch end {
      case "value": numbers.send(1)
      case "failure": numbers.send(completion: .failure(.one))
      case "finished": numbers.send(completion: .finished)
      default: promise.cancel()
      }
      #expect(cancels.entries == (end == "failure" || end == "finished" ? [] : [end]))
      // Nothing receives this value.
      numbers.send(2)
      #expect(promise.isSettled && promise.value == (end == "value" ? 1 : nil))
      #expect(promise.isCancelled == (end == "cancel"))
      _ = promise.error
    }
    #expect(subject == nil && kept == nil && lifetime.alive == 0)
  }

  @Test func `canceling a derived promise cancels the subscription`() {
    let (numbers, cancels) = (Numbers(), Log<Bool>())
    let promise = numbers.handleEvents(receiveCancel: { cancels(true) }).promise()
    promise.map(on: nil) { $0 + 1 }.cancel()
    #expect(promise.isCancelled && cancels.count == 1)
  }

  @Test func `canceling a guarantee has no effect on the subscription`() {
    let (numbers, cancels) = (PassthroughSubject<Int, Never>(), Log<Bool>())
    let guarantee = numbers.handleEvents(receiveCancel: { cancels(true) }).guarantee()
    guarantee.cancel()
    #expect(guarantee.isPending && cancels.count == 0)
    numbers.send(1)
    #expect(guarantee.value == 1)
  }

  @Test func `canceling after the value has arrived has no effect`() {
    let promise = Just(1).promise()
    promise.cancel()
    #expect(promise.value == 1)
  }
}

func later(_ number: Int) async throws -> Int {
  await Task.yield()
  return number
}
