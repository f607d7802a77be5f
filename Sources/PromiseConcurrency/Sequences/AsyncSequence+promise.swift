// An asynchronous sequence as a promise, for code that is not `async` (in code that is, the standard library's own
// functions of the same names are preferred). Cancelling the promise ends the iteration.
extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// A promise of the first element.
  ///
  /// ```swift
  /// locations.first().done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// All of these have this in common: an error of the sequence rejects the promise; cancelling the promise ends the
  /// iteration.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  /// - Returns: A promise; of an empty sequence, one that is rejected with `PromiseError.emptySequence`.
  public func first(file: StaticString = #fileID, line: UInt = #line) -> Promise<Element> {
    Promise(byTaskOn: nil, CreationSite(file, line)) { _ in
      for try await element in self { return element }
      throw PromiseError.emptySequence
    }
  }

  /// A promise of the first element that `isWanted` wants.
  ///
  /// - Parameters:
  ///   - isWanted: Called with each element until it returns `true`, where it was written. If it never does, the promise
  ///     is rejected with `PromiseError.emptySequence`; if it throws, with that error.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency
  public func first(
    @_inheritActorContext(always) where isWanted: @escaping @isolated(any) @Sendable (Element) async throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Element> {
    Promise(byTaskOn: isWanted.isolation, CreationSite(file, line)) { _ in
      for try await element in self where try await isWanted(element) { return element }
      throw PromiseError.emptySequence
    }
  }

  /// A promise of the last element.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  /// - Returns: A promise; of an empty sequence, one that is rejected with `PromiseError.emptySequence`.
  public func last(file: StaticString = #fileID, line: UInt = #line) -> Promise<Element> {
    Promise(byTaskOn: nil, CreationSite(file, line)) { _ in
      var last: Element?
      for try await element in self { last = element }
      guard let last else { throw PromiseError.emptySequence }
      return last
    }
  }

  /// A promise of all elements.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  public func collect(file: StaticString = #fileID, line: UInt = #line) -> Promise<[Element]> {
    Promise(byTaskOn: nil, CreationSite(file, line)) { _ in
      var elements: [Element] = []
      for try await element in self { elements.append(element) }
      return elements
    }
  }

  /// A promise of all elements combined into one value.
  ///
  /// - Parameters:
  ///   - initial: What to begin with; of an empty sequence, the result.
  ///   - combine: Called with what there is so far and the next element, where it was written. If it throws, the promise
  ///     is rejected with that error.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency
  public func reduce<Partial: Sendable>(
    _ initial: Partial,
    @_inheritActorContext(always)
    _ combine: @escaping @isolated(any) @Sendable (Partial, Element) async throws -> Partial,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Partial> {
    Promise(byTaskOn: combine.isolation, CreationSite(file, line)) { _ in
      var partial = initial
      for try await element in self { partial = try await combine(partial, element) }
      return partial
    }
  }

  /// Calls `body` with each element, and promises to have done so.
  ///
  /// - Parameters:
  ///   - body: Called with each element, where it was written; the next one is asked for when it has returned. If it
  ///     throws, the promise is rejected with that error.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency
  public func forEach(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Element) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> {
    Promise(byTaskOn: body.isolation, CreationSite(file, line)) { _ in
      for try await element in self { try await body(element) }
    }
  }
}
