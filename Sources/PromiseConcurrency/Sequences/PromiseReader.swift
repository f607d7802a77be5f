/// One iteration over a `PromiseSequence`. Used by one task at a time.
final class PromiseReader<Element: Sendable> {
  private let supply: PromiseSupply<Element>
  private let line: PromiseLine<Element>
  private let width: Int
  /// The promise that is being made.
  private var next: Promise<Promise<Element>?>?
  private var isExhausted = false
  private var isReading = false
  private var isOver = false

  init(width: Int, order: PromiseOrder, _ supply: @escaping PromiseSupply<Element>) {
    self.width = width
    self.supply = supply
    line = PromiseLine(order)
  }

  deinit { stop() }

  /// The next value; `nil` after the last.
  func next(isolation: isolated (any Actor)?) async throws -> Element? {
    // Says why in release builds, too, as `precondition` does not.
    if isReading { fatalError("Two tasks use one iterator over promises at once. Make an iterator for each.") }
    guard !isOver else { return nil }
    isReading = true
    defer { isReading = false }
    do {
      guard width > 0 else { throw PromiseError.badInput }
      while true {
        fill()
        guard let first = line.first else {
          guard let next else { return nil }
          _ = await next.getResult(isolation: isolation)
          guard next.isSettled else { throw CancellationError() }
          continue
        }
        if let next, first.isPending {
          guard await settled(first, or: next, isolation: isolation) else { throw CancellationError() }
          if first.isPending { continue }
        }
        let value = try await first.get(isolation: isolation)
        line.removeFirst()
        return value
      }
    } catch {
      isOver = true
      stop()
      throw error
    }
  }

  /// Makes promises while there is room.
  private func fill() {
    if let result = next?.result { take(result) }
    while next == nil, !isExhausted, line.count < width {
      switch supply() {
      case .promise(let promise): line.append(promise)
      case .later(let promise): next = promise
      case .nothing: isExhausted = true
      }
    }
  }

  /// Takes what the supply has come up with.
  private func take(_ result: Result<Promise<Element>?, any Error>) {
    next = nil
    switch result {
    case .success(let promise?): line.append(promise)
    case .success(nil): isExhausted = true
    case .failure(let error):
      // It takes its place in the line: what came before it is handed out before it.
      isExhausted = true
      line.append(Promise(error: error))
    }
  }

  private func stop() {
    if let next {
      next.discard()
      // It may have been made, and not been taken.
      if case .success(let made?)? = next.outcome { made.discard() }
    }
    next = nil
    line.stop()
  }
}

/// Waits until one of the two is settled. Returns whether that is so, and not that the task was cancelled.
private func settled(
  _ one: AnyPromiseEngine, or other: AnyPromiseEngine, isolation: isolated (any Actor)?
) async -> Bool {
  let host = one.scope?.host
  let waiter = Waiter(host: host)
  defer { host?.taskGoesOn() }
  for engine in [one, other] {
    engine.attach(
      Observer(consumer: waiter) { _, _, _ in
        waiter.end(.settled)
        return nil
      })
  }
  let end = await withTaskCancellationHandler(
    operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
    onCancel: { waiter.end(.cancelled) }, isolation: isolation)
  one.consumerLeft()
  other.consumerLeft()
  return end == .settled
}

extension AnyPromiseEngine {
  /// Cancels a promise that is nobody's business any more.
  final func discard() {
    markObserved()
    cancel()
  }
}
