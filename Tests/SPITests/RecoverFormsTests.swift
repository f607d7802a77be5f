@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `recover` with a value, as in google/promises, and with nothing, as in PromiseKit.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RecoverFormsTests {
  @Test(arguments: cases(of: RecoverForms.self)) func `recover and other operators have the forms of both libraries`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum RecoverForms: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { values + nothing + otherForms }
}

@available(*, deprecated)
private var failed: Promise<Int> { Promise(error: TestError.one) }

@available(*, deprecated)
private let values = [
  Case("recover with a value fulfills the promise") {
    #expect(failed.recover(on: nil) { _ in 1 }.value == 1)
    #expect(await (try? failed.recover { _ in 2 }.get()) == 2)
  },
  Case("recover with a value skips cancellation unless asked") {
    let canceled = Promise<Int>(error: CancellationError())
    #expect(canceled.recover(on: nil) { _ in 1 }.isCancelled)
    #expect(canceled.recover(on: nil, policy: .allErrors) { _ in 1 }.value == 1)
  },
  Case("recover with a value may throw") {
    let thrown = failed.recover(on: nil) { _ -> Int in throw TestError.two }
    #expect(thrown.error as? TestError == .two)
  },
]

@available(*, deprecated)
private let nothing = [
  Case("recover with nothing is a guarantee") {
    let log = Log<TestError>()
    let guarantee: Guarantee<Void> = failed.done { _ in }.recover { log($0 as! TestError) }
    await guarantee.get()
    #expect(log.entries == [.one])
  },
  Case("recover with nothing may have several statements") {
    let log = Log<String>()
    let guarantee: Guarantee<Void> = failed.done(on: nil) { _ in }.recover(on: nil) { error in
      log("first")
      log("second")
    }
    #expect(guarantee.isFulfilled && log.entries == ["first", "second"])
  },
  Case("recover with nothing may throw, and runs where the other forms run") {
    let here = MarkedQueue()
    let isHere = Log<Bool>()
    let check = { @Sendable (error: any Error) throws -> Void in
      isHere(here.isCurrent)
      if error as? TestError != .one { throw error }
    }
    // None of the closures has an `await`, so that none may be taken for an `async` one.
    let promises: [Promise<Void>] = withPromiseQueue(here.queue) {
      [
        failed.asVoid().recover { error in try check(error) },
        failed.asVoid().recover { error in
          isHere(here.isCurrent)
          guard error as? TestError == .one else { throw error }
        },
        failed.asVoid().recover(policy: .allErrors) { error in
          if error as? TestError != .one { throw error }
          isHere(here.isCurrent)
        },
        failed.asVoid().recover(check),
      ]
    }
    for promise in promises { try await promise.get() }
    #expect(isHere.entries == [true, true, true, true])
    let thrown = Promise<Void>(error: TestError.two).recover { error in try check(error) }
    await #expect(throws: TestError.two) { try await thrown.get() }
  },
  Case("recover with nothing handles cancellation") {
    let canceled = Promise<Void>(error: CancellationError())
    #expect(canceled.recover(on: nil) { (_: any Error) in }.isFulfilled)
  },
]

@available(*, deprecated)
private let otherForms = [
  Case("ensure has the names of both libraries") {
    let log = Log<String>()
    failed.finally(on: nil) { log("finally") }.always(on: nil) { log("always") }.catch(on: nil) { _ in }
    Guarantee.value(1).finally(on: nil) { log("finally") }.always(on: nil) { log("always") }
    #expect(log.entries == ["finally", "always", "finally", "always"])
  },
  Case("then may return a value or nothing") {
    let log = Log<Int>()
    #expect(Promise.value(1).then(on: nil) { $0 + 1 }.value == 2)
    #expect(Promise.value(1).then(on: nil) { log($0) }.value == 1)
    #expect(await (try? Promise.value(2).then { "\($0)" }.get()) == "2")
    let guarantee: Guarantee<Int> = Guarantee.value(1).then(on: nil) { $0 + 2 }
    #expect(guarantee.value == 3 && log.entries == [1])
  },
  Case("reduce accepts single items") {
    #expect(Promise.value(0).reduce(on: nil, 1, 2) { sum, item in Promise.value(sum + item) }.value == 3)
    let text = await Promise.value("").reduce(1, 2) { text, item in Promise.value("\(text)\(item)") }.getResult()
    #expect((try? text.get()) == "12", "\(text)")
  },
  Case("tap on a guarantee returns a promise") {
    let log = Log<Int>()
    let promise: Promise<Int> = Guarantee.value(1).tap(on: nil) { log((try? $0.get()) ?? 0) }
    #expect(promise.value == 1 && log.entries == [1])
  },
  Case("Promise accepts a value or an error without a label") {
    let value: Promise<Int> = Promise(1)
    #expect(value.value == 1 && Promise<Int>(TestError.one).error as? TestError == .one)
    #expect(Promise<Void>.value.isResolved && Promise.value(1).isResolved)
  },
]
