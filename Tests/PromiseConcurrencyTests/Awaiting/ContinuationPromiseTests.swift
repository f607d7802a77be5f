import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Continuations that are resumed with the outcome of a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ContinuationPromiseTests {
  @Test func `a continuation is resumed with the outcome of a promise`() async throws {
    #expect(try await withCheckedThrowingContinuation { $0.resume(with: Promise.value(1)) } == 1)
    #expect(try await withUnsafeThrowingContinuation { $0.resume(with: Promise.value(2)) } == 2)
    #expect(await withCheckedContinuation { $0.resume(with: Guarantee.value(3)) } == 3)
    #expect(await withUnsafeContinuation { $0.resume(with: Guarantee.value(4)) } == 4)
    let (promise, resolver) = Promise<Int>.pending()
    await #expect(throws: TestError.one) {
      try await withCheckedThrowingContinuation { continuation in
        continuation.resume(with: promise)
        resolver.reject(TestError.one)
      }
    }
    let foreign = ForeignPromise<Int>()
    let five = try await withCheckedThrowingContinuation { continuation in
      continuation.resume(with: foreign)
      foreign.settle(.success(5))
    }
    #expect(five == 5)
  }

  @Test func `a continuation keeps a promise that nothing else retains`() async throws {
    // The timer does not retain its guarantee.
    try await withCheckedThrowingContinuation { $0.resume(with: after(.milliseconds(1))) }
    try await withUnsafeThrowingContinuation { $0.resume(with: after(.milliseconds(1))) }
    await withCheckedContinuation { $0.resume(with: after(.milliseconds(1))) }
    await withUnsafeContinuation { $0.resume(with: after(.milliseconds(1))) }
  }

  @Test func `a continuation is resumed when its promise is abandoned or canceled`() async throws {
    await #expect(throws: PromiseError.self) {
      try await withCheckedThrowingContinuation { $0.resume(with: silently { Promise<Int>.pending().promise }) }
    }
    await #expect(throws: PromiseError.self) {
      try await withCheckedThrowingContinuation { $0.resume(with: silently { Guarantee<Int>.pending().guarantee }) }
    }
    let (promise, resolver) = Promise<Int>.pending()
    await #expect(throws: CancellationError.self) {
      try await withCheckedThrowingContinuation { continuation in
        continuation.resume(with: promise)
        promise.cancel()
      }
    }
    #expect(resolver.isCancelled)
  }

  // trap: wait-for-abandoned-guarantee
  @Test func `a continuation that waits for an abandoned guarantee traps with a message`() async {
    let checked = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await withCheckedContinuation { $0.resume(with: silently { Guarantee<Int>.pending().guarantee }) }
    }
    let unsafe = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await withUnsafeContinuation { $0.resume(with: silently { Guarantee<Int>.pending().guarantee }) }
    }
    for result in [checked, unsafe] {
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("The guarantee created at \(#fileID):") && message.contains("was abandoned"))
    }
  }

  @Test func `an error that resumes a continuation is not reported`() async {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      await #expect(throws: TestError.one) {
        try await withCheckedThrowingContinuation { $0.resume(with: Promise<Int>(error: TestError.one)) }
      }
    }
    #expect(reported.entries == [])
  }
}
