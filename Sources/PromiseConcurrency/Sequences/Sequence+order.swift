extension Sequence where Element: Thenable {
  /// The values of these promises, each as soon as it is there.
  ///
  /// ```swift
  /// for try await avatar in users.map(fetchAvatar).inCompletionOrder { show(avatar) }
  /// ```
  ///
  /// How an iteration ends, and what becomes of the rest then, is written on ``PromiseSequence``. Those that are settled
  /// when it begins come first, in their order.
  public var inCompletionOrder: PromiseSequence<Element.Value> { values(.completion) }

  /// The values of these promises, in the order of the promises.
  ///
  /// As `inCompletionOrder`.
  public var inInputOrder: PromiseSequence<Element.Value> { values(.input) }

  private func values(_ order: PromiseOrder) -> PromiseSequence<Element.Value> {
    let promises = Array(self)
    return PromiseSequence(width: .max, order: order) {
      var rest = promises.makeIterator()
      return { rest.next().map { .promise($0.follower) } ?? .nothing }
    }
  }
}

extension Thenable {
  /// A promise that follows this one, made, for reports, where this one was.
  fileprivate var follower: Promise<Value> {
    Promise(adopting: self, (self as? AnyPromise)?.site ?? CreationSite(#fileID, #line))
  }
}
