/// Returns a promise of the values of promises that an iterator creates, with a limit on how many are pending at once.
@_spi(PromiseKit) @available(*, deprecated, renamed: "when(fulfilled:maxConcurrent:)")
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  when(fulfilled: promiseIterator, maxConcurrent: concurrently, isolation: isolation, file: file, line: line)
}

/// Returns a guarantee of the outcomes of promises that an iterator creates, with a limit on how many are pending at once.
@_spi(PromiseKit) @available(*, deprecated, renamed: "when(resolved:maxConcurrent:)")
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<It.Element.Value, any Error>]> where It.Element: Thenable {
  when(resolved: promiseIterator, maxConcurrent: concurrently, isolation: isolation, file: file, line: line)
}
