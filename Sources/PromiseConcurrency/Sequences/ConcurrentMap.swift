extension Sequence where Self: Sendable, Element: Sendable {
  /// The elements turned into others by an `async` function, with at most so many calls at work.
  ///
  /// ```swift
  /// for try await image in urls.concurrentMap(maxConcurrent: 4, { try await load($0) }) { show(image) }
  /// ```
  ///
  /// `Promise(collecting:)` makes a promise of all results.
  ///
  /// How an iteration ends, and what becomes of the rest then, is written on ``PromiseSequence``.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many calls there may be whose results the reader has not been given. Less than one: the
  ///     iteration throws `PromiseError.badInput`.
  ///   - order: In which order the reader is given the results.
  ///   - transform: Called with an element, in a task with the isolation of where it was written.
  public func concurrentMap<U: Sendable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U
  ) -> PromiseSequence<U> { concurrentMap(maxConcurrent, order, promises(of: transform)) }

  /// The elements turned into promises, with at most so many at work, and these into their values.
  ///
  /// As the form that returns a value.
  public func concurrentMap<U: Thenable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U
  ) -> PromiseSequence<U.Value> { concurrentMap(maxConcurrent, order, promises(following: transform)) }

  private func concurrentMap<U>(
    _ width: Int, _ order: PromiseOrder, _ promise: @escaping @Sendable (Element) -> Promise<U>
  ) -> PromiseSequence<U> {
    PromiseSequence(width: width, order: order) {
      var rest = makeIterator()
      return { rest.next().map { .promise(promise($0)) } ?? .nothing }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements turned into others by an `async` function, with at most so many calls at work.
  ///
  /// As with a sequence. The next element is asked for when there is room for it, while the reader waits for a result;
  /// an error of this sequence ends the iteration, in its place.
  public func concurrentMap<U: Sendable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U
  ) -> PromiseSequence<U> { concurrentMap(maxConcurrent, order, promises(of: transform)) }

  /// The elements turned into promises, with at most so many at work, and these into their values.
  ///
  /// As the form that returns a value.
  public func concurrentMap<U: Thenable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U
  ) -> PromiseSequence<U.Value> { concurrentMap(maxConcurrent, order, promises(following: transform)) }

  private func concurrentMap<U>(
    _ width: Int, _ order: PromiseOrder, _ promise: @escaping @Sendable (Element) -> Promise<U>
  ) -> PromiseSequence<U> {
    PromiseSequence(width: width, order: order) {
      let cursor = Cursor(self)
      return { .later(cursor.next(promise)) }
    }
  }
}

private func promises<Input: Sendable, U: Sendable>(
  of transform: @escaping @isolated(any) @Sendable (Input) async throws -> U
) -> @Sendable (Input) -> Promise<U> {
  { input in Promise(byTaskOn: transform.isolation, CreationSite(#fileID, #line)) { _ in try await transform(input) } }
}

private func promises<Input: Sendable, U: Thenable>(
  following transform: @escaping @isolated(any) @Sendable (Input) async throws -> U
) -> @Sendable (Input) -> Promise<U.Value> {
  { input in
    Promise(byTaskOn: transform.isolation, CreationSite(#fileID, #line)) { actor in
      try await transform(input).get(cancellation: .forward, isolation: actor)
    }
  }
}

/// An iteration that goes from task to task.
private final class Cursor<Base: AsyncSequence>: @unchecked Sendable {
  // Guarded by the reader: it asks for the next element when it has been given the one before.
  private var iterator: Base.AsyncIterator

  init(_ base: Base) { iterator = base.makeAsyncIterator() }

  /// The promise made of the next element. One that is made too late, when nobody asks any more, is cancelled.
  func next<U>(_ make: @escaping @Sendable (Base.Element) -> Promise<U>) -> Promise<Promise<U>?>
  where Base: Sendable, Base.Element: Sendable {
    let next = Promise<Promise<U>?>(site: CreationSite(#fileID, #line), context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    next.work(on: nil, in: trampoline) { _ in
      do {
        let element = try await self.iterator.next()
        guard next.isPending else { return }
        let made = element.map(make)
        if !next.settle(.success(made)) { made?.discard() }
      } catch {
        next.settle(.failure(error))
      }
    }
    trampoline.leave()
    return next
  }
}
