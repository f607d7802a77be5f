public import PromiseCore

/// Returns a promise of the values of promises that an iterator creates, with a limit on the number of pending
/// promises.
///
/// - Parameters:
///   - promiseIterator: An iterator that creates a promise each time it is called.
///   - concurrently: The maximum number of pending promises. With a value below 1, the returned promise is rejected
///     with `PromiseError.badInput`.
///   - isolation: The actor on which the iterator is called. The default is the actor of the caller.
/// - Returns: A promise of the values, in the order in which the promises were created. It is rejected with the first
///   error.
@_spi(PromiseKit) @available(*, deprecated, renamed: "when(fulfilled:maxConcurrent:)")
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  when(fulfilled: promiseIterator, maxConcurrent: concurrently, isolation: isolation, file: file, line: line)
}

/// Returns a guarantee of the outcomes of promises that an iterator creates, with a limit on the number of pending
/// promises.
///
/// - Parameters:
///   - promiseIterator: An iterator that creates a promise each time it is called.
///   - concurrently: The maximum number of pending promises.
///   - isolation: The actor on which the iterator is called. The default is the actor of the caller.
/// - Returns: A guarantee of the outcomes, in the order in which the promises were created.
@_spi(PromiseKit) @available(*, deprecated, renamed: "when(resolved:maxConcurrent:)")
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<It.Element.Value, any Error>]> where It.Element: Thenable {
  when(resolved: promiseIterator, maxConcurrent: concurrently, isolation: isolation, file: file, line: line)
}
