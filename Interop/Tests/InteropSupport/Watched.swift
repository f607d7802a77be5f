/// An asynchronous sequence that reports each element and its end.
package struct Watched<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  fileprivate let base: Base
  fileprivate let watch: @Sendable (Base.Element?) -> Void

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let watch: @Sendable (Base.Element?) -> Void

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
      let element = try await base.next(isolation: actor)
      watch(element)
      return element
    }

    package mutating func next() async throws(Base.Failure) -> Base.Element? { try await next(isolation: nil) }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator(), watch: watch) }
}

extension AsyncSequence where Self: Sendable {
  /// Returns a sequence of the same elements. It calls `watch` with each element taken, and with `nil` at the end.
  package func watched(_ watch: @escaping @Sendable (Element?) -> Void) -> Watched<Self> {
    Watched(base: self, watch: watch)
  }
}
