/// What has become of a promise that somebody expected something of.
enum Fate<Value: Sendable>: Sendable {
  case fulfilled(Value)
  case rejected(any Error)
  /// It has not been settled in this time.
  case pending(Duration)
}

/// What was found when somebody looked at a promise.
struct Finding<Value: Sendable>: Sendable {
  let fate: Fate<Value>
  /// Where the promise was made; `nil` if it is somebody else's thenable.
  var place: String?

  var value: Value? {
    if case .fulfilled(let value) = fate { value } else { nil }
  }

  var error: (any Error)? {
    if case .rejected(let error) = fate { error } else { nil }
  }

  var isPending: Bool {
    if case .pending = fate { true } else { false }
  }

  /// What became of it, and where it was made.
  func message(_ comment: String?) -> String {
    var text =
      switch fate {
      case .fulfilled(let value): "fulfilled with \(value)"
      case .rejected(let error) where error.isCancelled: "cancelled"
      case .rejected(let error): "rejected with \(String(reflecting: error))"
      case .pending(.zero): "pending"
      case .pending(let duration): "still pending after \(duration.short)"
      }
    if let place { text += "; made at \(place)" }
    if isPending, let clock = TestHost.current?.clock, clock.timerCount > 0 { text += "; \(clock.state)" }
    if let comment, !comment.isEmpty { text = "\(comment): \(text)" }
    return text
  }
}

extension Duration {
  /// In words that fit its size: `200 ms`, `2 s`.
  var short: String {
    let (seconds, attoseconds) = min(self, .seconds(Int64.max / 4)).components
    if attoseconds == 0 { return "\(seconds) s" }
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return milliseconds.rounded() == milliseconds ? "\(Int(milliseconds)) ms" : "\(milliseconds) ms"
  }
}

extension PromiseEngine {
  /// What has become of the promise now.
  func find(after limit: Duration) -> Finding<Value> {
    let fate: Fate<Value> =
      switch outcome {
      case .success(let value)?: .fulfilled(value)
      case .failure(let error)?: .rejected(error)
      case nil where isWaitedFor: .pending(limit)
      case nil: .rejected(PromiseError.abandoned(file: origin.file, line: origin.line))
      }
    if case .rejected = fate { markObserved() }
    return Finding(fate: fate, place: place)
  }
}

extension Thenable {
  /// Waits for the promise, in real time, and says what has become of it. It is not cancelled if that takes too long.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func find(
    within limit: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Finding<Value> {
    let engine = engine
    if engine.isWaitedFor, limit > .zero {
      let reached = Promise<Void>(origin: engine.origin, scope: nil)
      let observer = Observer(consumer: reached) { _, _, run in
        reached.settle(.success(()), in: &run)
        return nil
      }
      engine.attach(observer)
      reached.link(.handler { engine.consumerLeft() })
      let timer = Task(executorPreference: GuardianExecutor()) {
        try await ContinuousClock().sleep(for: min(limit, .seconds(3_000_000_000)))
        reached.cancel()
      }
      defer { timer.cancel() }
      _ = await reached.getResult(onCancel: .forward)
      if engine.isWaitedFor { try Task.checkCancellation() }
    }
    var finding = engine.find(after: max(limit, .zero))
    if !(self is AnyPromiseEngine) { finding.place = nil }
    return finding
  }
}
