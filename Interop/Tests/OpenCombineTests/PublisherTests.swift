import CombineBridge
import InteropSupport
import OpenCombine
import PromiseConcurrency
import PromiseTesting
import Testing

/// Combine's publishers as promises and guarantees of their first value.
@Suite(.promises, .timeLimit(.minutes(5))) struct PublisherTests {
  typealias Numbers = PassthroughSubject<Int, TestError>

  // MARK: At once

  @Test func whatIsThereIsTheValue() {
    #expect(Just(1).promise().value == 1)
    #expect(Just(1).guarantee().value == 1)
    #expect(CurrentValueSubject<Int, Never>(2).promise().value == 2)
    #expect([3, 4].publisher.promise().value == 3)
    #expect(Publishers.Sequence<[Int], Never>(sequence: [5, 6]).guarantee().value == 5)
  }

  @Test func aFailureRejects() {
    #expect(Fail<Int, TestError>(error: .one).promise().error as? TestError == .one)
  }

  @Test func nothingIsAnEmptySequence() {
    guard case PromiseError.emptySequence? = Empty<Int, Never>().promise().error else {
      Issue.record("not empty")
      return
    }
  }

  @Test(.promises(abandoned: .ignore)) func nothingAbandonsAGuarantee() {
    let guarantee = Empty<Int, Never>().guarantee()
    #expect(guarantee.isPending)
  }

  @Test func noMoreThanTheFirstValueIsAskedFor() {
    let made = Log<Int>()
    let numbers = (1...).lazy.map { number in
      made(number)
      return number
    }
    // It has no end, and whoever asked for all of it would not come back.
    #expect(numbers.publisher.promise().value == 1)
    #expect(numbers.publisher.guarantee().value == 1)
    #expect(made.count < 10)
  }

  // MARK: Later

  @Test func theFirstValueCounts() async throws {
    let numbers = Numbers()
    let promise = numbers.promise()
    #expect(promise.isPending)
    numbers.send(1)
    numbers.send(2)
    numbers.send(completion: .failure(.one))
    #expect(try await promise.get() == 1)
  }

  @Test func aFailureThatComesLaterRejects() async {
    let numbers = Numbers()
    let promise = numbers.promise()
    numbers.send(completion: .failure(.one))
    await #expect(throws: TestError.one) { try await promise.get() }
  }

  @Test func anEndThatComesLaterIsAnEmptySequence() async {
    let numbers = Numbers()
    let promise = numbers.promise()
    numbers.send(completion: .finished)
    await #expect(throws: PromiseError.emptySequence) { try await promise.get() }
  }

  @Test func aGuaranteeGetsTheFirstValueToo() async {
    let numbers = PassthroughSubject<Int, Never>()
    let guarantee = numbers.guarantee()
    let doubled = guarantee.map(on: nil) { $0 * 2 }
    numbers.send(1)
    numbers.send(2)
    #expect(await guarantee.get() == 1 && doubled.value == 2)
  }

  @Test func aValueFromAnotherThreadIsTheSame() async throws {
    let future = Promise { try await later(1) }.future()
    #expect(try await future.map { $0 + 1 }.promise().get() == 2)
  }

  // MARK: The end of the subscription

  /// What becomes of a subscription: it ends once, whatever ends it.
  @Test(arguments: ["value", "failure", "finished", "cancel"])
  func theSubscriptionEndsAndNothingIsKept(_ end: String) async {
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
      // Whoever sends on sends to nobody.
      numbers.send(2)
      #expect(promise.isSettled && promise.value == (end == "value" ? 1 : nil))
      #expect(promise.isCancelled == (end == "cancel"))
      _ = promise.error
    }
    #expect(subject == nil && kept == nil && lifetime.alive == 0)
  }

  @Test func cancellingWhatIsDerivedCancelsTheSubscription() {
    let (numbers, cancels) = (Numbers(), Log<Bool>())
    let promise = numbers.handleEvents(receiveCancel: { cancels(true) }).promise()
    promise.map(on: nil) { $0 + 1 }.cancel()
    #expect(promise.isCancelled && cancels.count == 1)
  }

  @Test func cancellingAGuaranteeHasNoEffect() {
    let (numbers, cancels) = (PassthroughSubject<Int, Never>(), Log<Bool>())
    let guarantee = numbers.handleEvents(receiveCancel: { cancels(true) }).guarantee()
    guarantee.cancel()
    #expect(guarantee.isPending && cancels.count == 0)
    numbers.send(1)
    #expect(guarantee.value == 1)
  }

  @Test func aValueIsKeptIfCancellingComesAfterIt() {
    let promise = Just(1).promise()
    promise.cancel()
    #expect(promise.value == 1)
  }
}

func later(_ number: Int) async throws -> Int {
  await Task.yield()
  return number
}
