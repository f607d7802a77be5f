extension PromiseSequence {
  /// The state of one iteration. One task at a time may use it.
  final class Storage {
    /// The source of promises.
    private let supply: PromiseSupply<Element>
    /// The promises that have been created but not delivered.
    private let buffer: ReorderBuffer<Element>
    /// The maximum number of promises in the buffer.
    private let width: Int
    /// The promise of the next promise, while an asynchronous supply creates it.
    private var next: Promise<Promise<Element>?>?
    /// Whether the supply has no promise left.
    private var isExhausted = false
    /// Whether a task is in `next(isolation:)`. It detects concurrent use.
    private var isReading = false
    /// Whether an error has ended the iteration.
    private var hasEnded = false

    /// Creates the state of an iteration that has not started.
    init(width: Int, order: PromiseOrder, _ supply: @escaping PromiseSupply<Element>) {
      self.width = width
      self.supply = supply
      buffer = ReorderBuffer(order)
    }

    deinit { stop() }

    /// Returns the next value, or `nil` after the last one. Throws the first error; later calls return `nil`.
    func next(isolation: isolated (any Actor)?) async throws -> Element? {
      // `fatalError` is used because `precondition` prints no message in release builds.
      // trap: concurrent-next
      if isReading { fatalError("Two tasks called `next()` concurrently. Create one iterator for each task.") }
      guard !hasEnded else { return nil }
      isReading = true
      defer { isReading = false }
      do {
        guard width > 0 else { throw PromiseError.badInput }
        while true {
          fill()
          guard let first = buffer.first else {
            guard let next else { return nil }
            _ = await next.getResult(isolation: isolation)
            guard next.isSettled else { throw CancellationError() }
            continue
          }
          if let next, first.isPending {
            guard await settled(first.any, or: next.any, isolation: isolation) else { throw CancellationError() }
            if first.isPending { continue }
          }
          let value = try await first.get(isolation: isolation)
          buffer.removeFirst()
          return value
        }
      } catch {
        hasEnded = true
        stop()
        throw error
      }
    }

    /// Creates promises until the limit is reached or the supply is exhausted.
    private func fill() {
      if let result = next?.result { take(result) }
      while next == nil, !isExhausted, buffer.count < width {
        switch supply() {
        case .promise(let promise): buffer.append(promise)
        case .later(let promise): next = promise
        case .nothing: isExhausted = true
        }
      }
    }

    /// Adds a promise that the supply has created asynchronously, or its error, to the buffer.
    private func take(_ result: Result<Promise<Element>?, any Error>) {
      next = nil
      switch result {
      case .success(let promise?): buffer.append(promise)
      case .success(nil): isExhausted = true
      case .failure(let error):
        // The error is delivered after the values of the preceding promises.
        isExhausted = true
        buffer.append(Promise(error: error))
      }
    }

    /// Cancels everything that is pending. The iteration delivers nothing more.
    private func stop() {
      if let next {
        next.any.discard()
        // The promise may have been created without having been added to the buffer.
        if case .success(let created?)? = next.outcome { created.any.discard() }
      }
      next = nil
      buffer.stop()
    }
  }
}

/// Suspends until one of two promises settles. Returns `false` if the task is canceled first.
private func settled(
  _ one: AnyPromise, or other: AnyPromise, isolation: isolated (any Actor)?
) async -> Bool {
  let waiter = TaskWaiter(in: one.context)
  defer { one.context?.instrument?.taskResumed() }
  for promise in [one, other] {
    promise.attach(
      .object(
        ClosureObserver(consumer: waiter) { _, _, _ in
          waiter.end(.settled)
          return nil
        }))
  }
  let end = await withTaskCancellationHandler(
    operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
    onCancel: { waiter.end(.canceled) }, isolation: isolation)
  one.consumerDeparts(nil)
  other.consumerDeparts(nil)
  return end == .settled
}

extension AnyPromise {
  /// Cancels a promise if its outcome is no longer wanted. An error that it may have is not reported.
  func discard() {
    markObserved()
    cancel()
  }
}
