/// Makes promises one after the other, and waits for all of them, with at most so many pending at once. From
/// PromiseKit.
///
/// ```swift
/// let downloads = urls.lazy.map { fetch($0) }.makeIterator()
/// when(fulfilled: downloads, concurrently: 4).done { show($0) }.catch { show($0) }
/// ```
///
/// The iterator is asked for the next promise when there is room for it, first by this call and then where this call
/// was made: on the actor of the caller, or, where there is none, on the thread that settled a promise. It is never
/// asked by two threads at once, and not any more once a promise was rejected, which rejects the combined promise.
///
/// The iterator need not be `Sendable`, and the compiler does not check what it shares: called from code isolated to
/// nothing, let it share nothing that changes.
///
/// - Parameters:
///   - promiseIterator: Makes the promises.
///   - concurrently: How many may be pending at once. Less than one: rejected with ``PromiseError/badInput``, and
///     the iterator is not asked.
///   - isolation: The caller's actor.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: A promise of the values, in the order in which the promises were made. Cancelling it cancels those that
///   are pending and that nobody else wants, and makes no more; one that another thread is just making is cancelled
///   too.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  guard concurrently > 0 else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<[It.Element.Value]>(site: CreationSite(file, line), context: .ofNewPromise())
  let limiter = ConcurrencyLimiter(
    AnyIterator(promiseIterator), width: concurrently, combined: combined, isolation: isolation
  ) {
    input, outcome, trampoline in
    guard let (error, isHandled) = outcome.failure else { return try? input.knownResult.get() }
    combined.settle(.failure(error), isHandled: isHandled, in: trampoline)
    return nil
  }
  limiter.start()
  return combined
}

/// Makes promises one after the other, and waits until all of them are settled, with at most so many pending at once.
/// From PromiseKit.
///
/// As `when(fulfilled:concurrently:)`, but a promise that is rejected does not end it.
///
/// - Parameters:
///   - promiseIterator: Makes the promises.
///   - concurrently: How many may be pending at once. Less than one: fulfilled with the one failure
///     ``PromiseError/badInput``, and the iterator is not asked.
///   - isolation: The caller's actor.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: A guarantee of the outcomes, in the order in which the promises were made. Cancelling it cancels those
///   that are pending and that nobody else wants, and makes no more: it is fulfilled with the outcomes there are.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<It.Element.Value, any Error>]> where It.Element: Thenable {
  guard concurrently > 0 else { return .value([.failure(PromiseError.badInput)], file: file, line: line) }
  let combined = Guarantee<[Result<It.Element.Value, any Error>]>(
    site: CreationSite(file, line), context: .ofNewPromise())
  let limiter = ConcurrencyLimiter(
    AnyIterator(promiseIterator), width: concurrently, combined: combined, isolation: isolation
  ) {
    input, _, _ in input.finalResult
  }
  limiter.start()
  return combined
}
