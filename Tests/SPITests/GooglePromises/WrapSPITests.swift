// Forms: queue

import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport
import Testing

/// `wrap` of google/promises in each of its shapes, and other names behind the import.
@Suite(.sharingProcessors) struct WrapSPITests {
  @Test(arguments: cases(of: WrapCode.self)) func `wrap has the forms of google promises`(_ test: Case) async throws {
    try await test.body()
  }
}

private enum WrapCode: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { onAQueue + calledInline + others }
}

// MARK: Queues

/// Functions with completion handlers that check the queue on which they are called.
private struct Service: Sendable {
  let here = MarkedQueue()

  private func check() { #expect(here.isCurrent) }

  @Sendable func ping(_ handler: @escaping @Sendable () -> Void) {
    check()
    handler()
  }

  @Sendable func count(_ handler: @escaping @Sendable (Int) -> Void) {
    check()
    handler(1)
  }

  @Sendable func save(_ error: TestError?, _ handler: @escaping @Sendable (Error?) -> Void) {
    check()
    handler(error)
  }

  @Sendable func find(_ value: Int?, _ error: TestError?, _ handler: @escaping @Sendable (Int?, Error?) -> Void) {
    check()
    handler(value, error)
  }

  @Sendable func findErrorFirst(
    _ error: TestError?, _ value: Int?, _ handler: @escaping @Sendable (Error?, Int?) -> Void
  ) {
    check()
    handler(error, value)
  }

  @Sendable func both(
    _ text: String?, _ error: TestError?, _ handler: @escaping @Sendable (String?, Int?, Error?) -> Void
  ) {
    check()
    handler(text, 1, error)
  }
}

@available(*, deprecated)
private let onAQueue = [
  Case("on a queue, a handler of nothing or of a value") {
    let service = Service()
    try await wrap(on: service.here.queue, service.ping).get()
    try await #expect(wrap(on: service.here.queue, service.count).get() == 1)
  },
  Case("on a queue, a handler of an error") {
    let service = Service()
    let saved: Promise<Error?> = wrap(on: service.here.queue) { service.save(nil, $0) }
    try await #expect(saved.get() == nil)
    let failed: Promise<Error?> = wrap(on: service.here.queue) { service.save(.one, $0) }
    await #expect(throws: TestError.one) { try await failed.get() }
  },
  Case("on a queue, a handler of an optional value and an error") {
    let service = Service()
    let found: Promise<Int?> = wrap(on: service.here.queue) { handler in service.find(1, nil, handler) }
    try await #expect(found.get() == 1)
    let nothing: Promise<Int?> = wrap(on: service.here.queue) { handler in service.find(nil, nil, handler) }
    try await #expect(nothing.get() == nil)
    await #expect(throws: TestError.one) { try await wrap(on: service.here.queue) { service.find(1, .one, $0) }.get() }
  },
  Case("on a queue, a handler of an error and an optional value") {
    let service = Service()
    let found: Promise<Int?> = wrap(on: service.here.queue) { handler in service.findErrorFirst(nil, 1, handler) }
    try await #expect(found.get() == 1)
    let nothing: Promise<Int?> = wrap(on: service.here.queue) { handler in service.findErrorFirst(nil, nil, handler) }
    try await #expect(nothing.get() == nil)
    await #expect(throws: TestError.two) {
      try await wrap(on: service.here.queue) { service.findErrorFirst(.two, 1, $0) }.get()
    }
  },
  Case("on a queue, a handler of a value and an error, in either order") {
    let service = Service()
    let found = wrap(on: service.here.queue) { (handler: @escaping @Sendable (Int, Error?) -> Void) in
      service.count { handler($0, nil) }
    }
    let foundErrorFirst = wrap(on: service.here.queue) { (handler: @escaping @Sendable (Error?, Int) -> Void) in
      service.count { handler(nil, $0) }
    }
    try await #expect([found.get(), foundErrorFirst.get()] == [1, 1])
  },
  Case("on a queue, a handler of two values and an error") {
    let service = Service()
    let (text, number) = try await wrap(on: service.here.queue) { service.both("a", nil, $0) }.get()
    #expect(text == "a" && number == 1)
    await #expect(throws: TestError.one) {
      _ = try await wrap(on: service.here.queue) { service.both("a", .one, $0) }.get()
    }
  },
]

// MARK: Inline

@available(*, deprecated)
private let calledInline = [
  Case("with a creation site, neither a value nor an error is nil") {
    func find(_ value: Int?, _ error: Error?, _ handler: (Int?, Error?) -> Void) { handler(value, error) }
    func findErrorFirst(_ error: Error?, _ value: Int?, _ handler: (Error?, Int?) -> Void) { handler(error, value) }
    let found: [Promise<Int?>] = [
      wrap({ find(1, nil, $0) }, file: "File", line: 1), wrap({ find(nil, nil, $0) }, file: "File", line: 2),
      wrap({ findErrorFirst(nil, 1, $0) }, file: "File", line: 3),
      wrap({ findErrorFirst(nil, nil, $0) }, file: "File", line: 4),
    ]
    #expect(found.map(\.value) == [.some(1), .some(nil), .some(1), .some(nil)])
    let failed: [Promise<Int?>] = [
      wrap({ find(1, TestError.one, $0) }, file: "File", line: 5),
      wrap({ findErrorFirst(TestError.one, 1, $0) }, file: "File", line: 6),
    ]
    for promise in failed { #expect(promise.error as? TestError == .one) }
    #expect((found + failed).map(\.site.line) == Array(1...6))
  }
]

// MARK: Other names

@available(*, deprecated)
private let others = [
  Case("validationFailure can be a pattern") {
    let isValid = Promise(1).validate(on: nil) { $0 > 1 }
    do {
      _ = try await isValid.get()
      Issue.record("validate accepted the value")
    } catch PromiseError.validationFailure {
    } catch {
      Issue.record(error)
    }
    #expect(!(PromiseError.validationFailure ~= TestError.one))
    #expect(!(PromiseError.validationFailure ~= PromiseError.timedOut))
  },
  Case("a promise of an async function needs no import of PromiseConcurrency") {
    try await #expect(Promise(asyncWork: { 1 }).get() == 1)
    let failed = Promise<Int>(asyncWork: { throw TestError.one })
    await #expect(throws: TestError.one) { try await failed.get() }
    let (isRunning, isCancelled) = (Gate(), Gate())
    let endless = Promise<Void>(asyncWork: {
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { isCancelled.open() }
    })
    try await isRunning.opened()
    endless.cancel()
    try await isCancelled.opened()
    #expect(endless.isCancelled)
  },
]
