extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns an asynchronous sequence of the elements transformed by an `async` function, with a limit on concurrency.
  ///
  /// ```swift
  /// for try await image in urls.concurrentMap(maxConcurrent: 4, { try await load($0) }) { show(image) }
  /// ```
  ///
  /// Use `Promise(collecting:)` to get a promise of an array of all results.
  ///
  /// Calls start only when the consumer requests a result. See ``PromiseSequence`` for how an iteration ends, and what
  /// happens to the running calls at that point.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of calls in progress, including those with results that the consumer has not
  ///     received. With a value below 1, the iteration throws `PromiseError.badInput`.
  ///   - order: The order in which the consumer receives the results. The default is the order of the elements.
  ///   - transform: Called with an element, in a new task with the isolation of the surrounding code. The task is
  ///     canceled when the iteration ends early.
  /// - Returns: A sequence of the results. The first error that `transform` throws ends the iteration.
  public func concurrentMap<U: Sendable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> PromiseSequence<U> {
    concurrentMap(maxConcurrent, order, promises(of: transform, CreationSite(file, line)))
  }

  /// Returns an asynchronous sequence of the elements transformed by a function that returns a promise, with a limit on
  /// concurrency.
  ///
  /// A call counts as running until its promise settles. In every other respect, this method behaves like the overload
  /// for functions that return a value.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of promises in progress, including those with values that the consumer has
  ///     not received. With a value below 1, the iteration throws `PromiseError.badInput`.
  ///   - order: The order in which the consumer receives the values. The default is the order of the elements.
  ///   - transform: Called with an element, in a new task with the isolation of the surrounding code. The promise that
  ///     it returns is canceled when the iteration ends early, unless the promise has another consumer.
  /// - Returns: A sequence of the values. The first error that `transform` throws, or that a promise is rejected with,
  ///   ends the iteration.
  public func concurrentMap<U: Thenable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> PromiseSequence<U.Value> {
    concurrentMap(maxConcurrent, order, promises(following: transform, CreationSite(file, line)))
  }

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
  /// Returns an asynchronous sequence of the elements transformed by an `async` function, with a limit on concurrency.
  ///
  /// Elements of this sequence are requested one at a time, and only while the consumer waits for a result and fewer
  /// than `maxConcurrent` calls are in progress. In every other respect, this method behaves like the one on `Sequence`.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of calls in progress, including those with results that the consumer has not
  ///     received. With a value below 1, the iteration throws `PromiseError.badInput`.
  ///   - order: The order in which the consumer receives the results. The default is the order of the elements.
  ///   - transform: Called with an element, in a new task with the isolation of the surrounding code. The task is
  ///     canceled when the iteration ends early.
  /// - Returns: A sequence of the results. An error of this sequence ends the iteration, after the results of the
  ///   elements that preceded it.
  public func concurrentMap<U: Sendable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> PromiseSequence<U> {
    let site = CreationSite(file, line)
    return concurrentMap(maxConcurrent, order, site, promises(of: transform, site))
  }

  /// Returns an asynchronous sequence of the elements transformed by a function that returns a promise, with a limit on
  /// concurrency.
  ///
  /// A call counts as running until its promise settles. In every other respect, this method behaves like the overload
  /// for functions that return a value.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of promises in progress, including those with values that the consumer has
  ///     not received. With a value below 1, the iteration throws `PromiseError.badInput`.
  ///   - order: The order in which the consumer receives the values. The default is the order of the elements.
  ///   - transform: Called with an element, in a new task with the isolation of the surrounding code. The promise that
  ///     it returns is canceled when the iteration ends early, unless the promise has another consumer.
  /// - Returns: A sequence of the values. The first error that `transform` throws, or that a promise is rejected with,
  ///   ends the iteration, as does an error of this sequence.
  public func concurrentMap<U: Thenable>(
    maxConcurrent: Int, order: PromiseOrder = .input,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> PromiseSequence<U.Value> {
    let site = CreationSite(file, line)
    return concurrentMap(maxConcurrent, order, site, promises(following: transform, site))
  }

  private func concurrentMap<U>(
    _ width: Int, _ order: PromiseOrder, _ site: CreationSite, _ promise: @escaping @Sendable (Element) -> Promise<U>
  ) -> PromiseSequence<U> {
    PromiseSequence(width: width, order: order) {
      let cursor = Cursor(self, site)
      return { .later(cursor.next(promise)) }
    }
  }
}

/// The user's `async` function, which is released on its actor.
private struct Transform<Input: Sendable, Output: Sendable>: Sendable {
  let call: @isolated(any) @Sendable (Input) async throws -> Output

  /// Returns a transform that several tasks share.
  static func shared(
    _ call: @escaping @isolated(any) @Sendable (Input) async throws -> Output
  ) -> SharedHandler<Transform> { SharedHandler(Transform(call: call), on: HandlerExecutor(taskOn: call.isolation)) }
}

/// Returns a function that starts a task for an element and returns a promise of its result.
private func promises<Input: Sendable, U: Sendable>(
  of transform: @escaping @isolated(any) @Sendable (Input) async throws -> U, _ site: CreationSite
) -> @Sendable (Input) -> Promise<U> {
  let isolation = transform.isolation
  let transform = Transform.shared(transform)
  return { input in
    Promise(byTaskOn: isolation, inScopeOf: transform.executor, site) { _ in try await transform.handler.call(input) }
  }
}

/// Returns a function that starts a task for an element and returns a promise that adopts the promise that the task
/// returns.
private func promises<Input: Sendable, U: Thenable>(
  following transform: @escaping @isolated(any) @Sendable (Input) async throws -> U, _ site: CreationSite
) -> @Sendable (Input) -> Promise<U.Value> {
  let isolation = transform.isolation
  let transform = Transform.shared(transform)
  return { input in
    Promise(byTaskOn: isolation, inScopeOf: transform.executor, site) { actor in
      try await transform.handler.call(input).asTyped.getResult(.forward, isolation: actor).get()
    }
  }
}

/// An iteration of a base sequence, each step of which may run in a different task.
private final class Cursor<Base: AsyncSequence>: @unchecked Sendable {
  // Synchronized by the consumer, which requests the next element only after it has received the previous one.
  private var iterator: Base.AsyncIterator
  private let site: CreationSite

  init(_ base: Base, _ site: CreationSite) {
    iterator = base.makeAsyncIterator()
    self.site = site
  }

  /// Returns a promise of the promise for the next element, or of `nil` after the last element.
  ///
  /// The promise for an element is discarded if it is created after the returned promise has been canceled.
  func next<U>(_ make: @escaping @Sendable (Base.Element) -> Promise<U>) -> Promise<Promise<U>?>
  where Base: Sendable, Base.Element: Sendable {
    let next = Promise<Promise<U>?>(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    next.any.work(on: nil, in: trampoline) { _ in
      do {
        let element = try await self.iterator.next()
        guard next.isPending else { return }
        let created = element.map(make)
        // race drop: The consumer must be canceled meanwhile.
        if !next.settle(.success(created)) { created?.any.discard() }
      } catch {
        next.settle(.failure(error))
      }
    }
    trampoline.leave()
    return next
  }
}
