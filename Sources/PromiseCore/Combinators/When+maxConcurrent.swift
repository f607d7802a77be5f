/// Returns a promise of the values of promises that an iterator creates, with a limit on how many are pending at once.
///
/// ```swift
/// let downloads = urls.lazy.map { fetch($0) }.makeIterator()
/// when(fulfilled: downloads, maxConcurrent: 4).done { show($0) }.catch { show($0) }
/// ```
///
/// The iterator creates the first promises before this function returns. It creates each further promise when a pending
/// one settles, on the actor of the caller, or, if the caller is nonisolated, on the thread that settles the promise.
/// It is never called by two threads at once. When a promise is rejected, the returned promise is rejected as well, and
/// the iterator is not called again.
///
/// The iterator need not be `Sendable`. If the caller is nonisolated, the iterator must not share mutable state; the
/// compiler cannot check this.
///
/// The progress of the returned promise counts the promises that have settled, and adds the progress of the pending ones,
/// by weight. The total is known once the iterator has ended; until then, the fraction is 0.
///
/// - Parameters:
///   - promiseIterator: An iterator that creates the promises.
///   - maxConcurrent: The maximum number of promises that may be pending at once. With a value below 1, the returned
///     promise is rejected with ``PromiseError/badInput``, and the iterator is not called.
///   - isolation: The actor on which the iterator is called. The default is the actor of the caller.
/// - Returns: A promise of the values, in the order in which the promises were created. Canceling it cancels the
///   pending promises that have no other consumer; no more promises are created.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, maxConcurrent: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  guard maxConcurrent > 0 else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<[It.Element.Value]>(site: CreationSite(file, line), context: .ofNewPromise())
  limit(maxConcurrent, promiseIterator, isolation, combined.typed) { combined, input, outcome, trampoline in
    guard let (error, isHandled) = outcome.failure else { return try? input.knownResult.get() }
    combined.reject(with: error, isHandled: isHandled, in: trampoline)
    return nil
  }
  return combined
}

/// Returns a guarantee of the outcomes of promises that an iterator creates, with a limit on how many are pending at
/// once.
///
/// Behaves like ``when(fulfilled:maxConcurrent:isolation:file:line:)``, except that a rejected promise does not end the
/// iteration.
///
/// - Parameters:
///   - promiseIterator: An iterator that creates the promises.
///   - maxConcurrent: The maximum number of promises that may be pending at once. With a value below 1, the guarantee
///     is fulfilled with a single failure, ``PromiseError/badInput``, and the iterator is not called.
///   - isolation: The actor on which the iterator is called. The default is the actor of the caller.
/// - Returns: A guarantee of the outcomes, in the order in which the promises were created. Canceling it cancels the
///   pending promises that have no other consumer. No more promises are created, and the guarantee is fulfilled once
///   all the promises created so far have settled.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, maxConcurrent: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<It.Element.Value, any Error>]> where It.Element: Thenable {
  guard maxConcurrent > 0 else { return .value([.failure(PromiseError.badInput)], file: file, line: line) }
  let combined = Guarantee<[Result<It.Element.Value, any Error>]>(
    site: CreationSite(file, line), context: .ofNewPromise())
  limit(maxConcurrent, promiseIterator, isolation, combined.typed) { _, input, _, _ in input.finalResult }
  return combined
}

/// Settles `combined` with the elements for the promises that an iterator creates.
///
/// - Parameter element: Returns the element for a promise that has settled, or settles `combined` and returns `nil`.
private func limit<It: IteratorProtocol, Element, Failure>(
  _ width: Int, _ iterator: It, _ isolation: (any Actor)?, _ combined: TypedPromise<[Element], Failure>,
  element: @escaping @Sendable (AnyPromise, CombinatorInput<It.Element.Value>, InputOutcome, Trampoline) -> Element?
) where It.Element: Thenable {
  var iterator = iterator
  let site = combined.any.site
  // The elements by index; there are gaps if the combined promise is canceled or an input stays pending.
  let elements = Lock<[Element?]>([])
  let limiter = ConcurrencyLimiter(width: width, isolation: isolation) {
    iterator.next().map { CombinatorInput($0, site).any }
  } take: { combined, input, index, outcome, trampoline in
    guard let element = element(combined, CombinatorInput(input), outcome, trampoline) else { return }
    elements.withLock { elements in
      while elements.count <= index { elements.append(nil) }
      elements[index] = element
    }
  } finish: { combined, trampoline in
    TypedPromise<[Element], Failure>(combined).settle(
      .success(elements.withLock { $0.compactMap(\.self) }), in: trampoline)
  }
  limiter.start(for: combined.any)
}

// MARK: - Messages

/// Explains why a collection cannot replace an iterator: its promises have already been created.
///
/// - Parameters:
///   - promises: The promises.
///   - maxConcurrent: The limit, which cannot apply to promises that are already running.
/// - Returns: A promise of the values.
@available(
  *, unavailable,
  message:
    "Pass an iterator that creates the promises, such as `urls.lazy.map { fetch($0) }.makeIterator()`. The promises in a collection are already running."
)
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  fulfilled promises: some Collection<U>, maxConcurrent: Int, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> { when(fulfilled: promises, file: file, line: line) }

/// Names the label that replaces PromiseKit's, for code that does not import PromiseKitVocabulary.
///
/// - Parameters:
///   - promiseIterator: An iterator that creates the promises.
///   - concurrently: The maximum number of promises that may be pending at once.
/// - Returns: A promise of the values.
@available(*, unavailable, renamed: "when(fulfilled:maxConcurrent:)")
@_documentation(visibility: internal)
@_alwaysEmitIntoClient
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  when(fulfilled: promiseIterator, maxConcurrent: concurrently, file: file, line: line)
}
