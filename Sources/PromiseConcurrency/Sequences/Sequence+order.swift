extension Sequence where Element: Thenable {
  /// The values of these promises as an asynchronous sequence, each as soon as it is available.
  ///
  /// ```swift
  /// for try await avatar in users.map(fetchAvatar).inCompletionOrder { show(avatar) }
  /// ```
  ///
  /// Promises that are settled when the iteration starts come first, in the order of the sequence. See
  /// ``PromiseSequence`` for how an iteration ends, and what happens to the remaining promises.
  public var inCompletionOrder: PromiseSequence<Element.Value> { values(.completion) }

  /// The values of these promises as an asynchronous sequence, in the order of the promises.
  ///
  /// See ``PromiseSequence`` for how an iteration ends, and what happens to the remaining promises.
  public var inInputOrder: PromiseSequence<Element.Value> { values(.input) }

  /// Returns a sequence of the values of all promises. The sequence of promises is copied immediately.
  private func values(_ order: PromiseOrder) -> PromiseSequence<Element.Value> {
    let promises = Array(self)
    return PromiseSequence(width: .max, order: order) {
      var rest = promises.makeIterator()
      return { rest.next().map { .promise($0.adoptingPromise) } ?? .nothing }
    }
  }
}

extension Thenable {
  /// A promise that adopts this one, with the same creation site for diagnostics.
  fileprivate var adoptingPromise: Promise<Value> {
    Promise(adopting: self, asAny?.site ?? CreationSite(#fileID, #line))
  }
}
