import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary: time.
@Suite(.sharingProcessors) struct VocabularyTime {
  private let one = Promise.value(1)
  private var failed: Promise<Int> { Promise(error: AppError.offline) }
  private let three = Guarantee.value(3)

  // MARK: after(seconds:), after(DispatchTimeInterval), after(Duration)

  @Test func `after accepts seconds, a dispatch interval and a duration`() async throws {
    let guarantee: Guarantee<Void> = after(seconds: 0.001)
    await guarantee.get()
    await after(.milliseconds(1)).get()
    await after(.seconds(0)).get()
    await after(DispatchTimeInterval.microseconds(1)).get()
    await after(Duration.milliseconds(1)).get()
    await after(.zero).get()
    #expect(try await after(seconds: 0).then { fetchUser(1) }.get().name == "Ada")
    let minute = after(seconds: 60)
    minute.cancel()
    await minute.get()
  }

  // MARK: delay(_:), timeout(_:)

  @Test func `delay postpones a value, but not an error`() async throws {
    #expect(try await one.delay(seconds: 0.001).get() == 1)
    #expect(try await one.delay(.milliseconds(1)).map { $0 + 1 }.get() == 2)
    await #expect(throws: AppError.offline) { try await failed.delay(seconds: 60).get() }
    let guarantee: Guarantee<Int> = three.delay(seconds: 0.001).delay(.milliseconds(1))
    #expect(await guarantee.get() == 3)
    func late<Source: Thenable<Int>>(_ source: Source) -> Promise<Int> {
      source.promise.delay(seconds: 0)
    }
    #expect(try await late(one).get() == 1)
    #expect(try await one.delay(seconds: 0).then { fetchUser($0) }.delay(seconds: 0).get().id == 1)
  }

  @Test func `timeout rejects the promise and cancels its source, unless the source is spared`() async throws {
    #expect(try await one.timeout(seconds: 60).get() == 1)
    #expect(try await one.timeout(.seconds(60)).get() == 1)
    let (never, resolver) = Promise<Int>.pending()
    let cancelled = Guarantee<Void>.pending()
    resolver.onCancel { cancelled.resolve(()) }
    await #expect(throws: PromiseError.timedOut) { try await never.timeout(seconds: 0.001).get() }
    await cancelled.guarantee.get()
    let (spared, spare) = Promise<Int>.pending()
    await #expect(throws: PromiseError.self) { try await spared.timeout(.milliseconds(1), losers: .spare).get() }
    #expect(spared.isPending)
    spare.fulfill(1)
    let promise: Promise<Int> = three.timeout(seconds: 60)
    #expect(try await promise.get() == 3)
    #expect(try await Ticket(4).timeout(seconds: 60).get() == 4)
    #expect(
      try await fetchUser(1).timeout(seconds: 60).then { fetchAvatar(of: $0) }.timeout(seconds: 60).get().owner == "Ada"
    )
  }

  // MARK: retry(on:attempts:delay:condition:) { … }, backoff:

  /// Returns a promise that is fulfilled from the third call on, and rejected before.
  private func fetch(_ notes: Notes) -> Promise<Int> {
    notes.take("called")
    return notes.lines.count < 3 ? failed : one
  }

  @Test func `retry repeats its body until it succeeds, no attempt is left or its condition fails`() async throws {
    let notes = Notes()
    #expect(try await retry(attempts: 3, delay: 0) { fetch(notes) }.get() == 1)
    #expect(notes.lines.count == 3)
    await #expect(throws: AppError.offline) { try await retry(delay: 0) { failed }.get() }
    let onQueue = retry(on: worker, attempts: 3, delay: 0) { () -> Promise<Int> in
      let number = try parse("1")
      return fetch(notes).map { $0 + number }
    }
    #expect(try await onQueue.get() == 2)
    let asked = Notes()
    let conditional = retry(
      attempts: 3, delay: 0,
      condition: { remaining, error in
        asked.take("\(remaining) \(error)")
        return remaining > 2
      }
    ) {
      failed
    }
    await #expect(throws: AppError.offline) { try await conditional.get() }
    #expect(asked.lines == ["3 offline", "2 offline"])
    let several = retry(attempts: 1, delay: 0) {
      asked.take("several")
      return fetchUser(try parse("1"))
    }
    #expect(try await several.get().name == "Ada")
  }

  @Test func `retry waits between attempts as its backoff determines`() async throws {
    #expect(try await retry(attempts: 3, delay: .seconds(0)) { fetch(Notes()).recover { _ in 1 } }.get() == 1)
    let notes = Notes()
    #expect(try await retry(attempts: 3, delay: .exponential(initial: 0.001)) { fetch(notes) }.get() == 1)
    #expect(try await retry(on: worker, attempts: 3, delay: Backoff { _ in 0 }) { fetch(notes) }.get() == 1)
  }
}
