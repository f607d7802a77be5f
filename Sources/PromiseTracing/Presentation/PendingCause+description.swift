extension PendingCause: CustomStringConvertible {
  /// The cause in words: how long the promises have been pending, what they wait for, and what waits for them.
  package var description: String {
    "\(age): \(explanation)\(attemptClause)\(waiters.clause(for: amount))"
  }

  /// What the promises wait for and what waits for them, for a sentence that names their creation site.
  package var summary: String {
    let amount = Quantity(promises.count)
    let clause = isCircle && !amount.isOne ? circleSummary : "\(amount.itOrEach) \(state(of: promises[0]))"
    return clause + waiters.clause(for: amount)
  }

  /// What one of the promises waits for.
  func state(of promise: PendingPromise) -> String {
    if isCircle { return "waits for itself" }
    guard let dependency = promise.dependencies.first else { return "waits for something unknown" }
    return promise.description(of: dependency) + (blocker?.clause ?? "") + attemptClause
  }

  /// The attempt of `retry`, if the cause is the promise of one.
  private var attemptClause: String {
    amount.isOne && !isCircle ? promises[0].attempt.map { ", \($0)" } ?? "" : ""
  }

  /// The number of promises or, if they are circles, of circles.
  private var amount: Quantity { Quantity(kind == .circle ? circleCount : promises.count) }

  private var age: String {
    let oldest = Words.time(promises.map(\.age).max()!)
    return amount.isOne ? amount.pending(for: oldest) : Quantity(promises.count).pending(for: oldest)
  }

  /// What the promises wait for, in words.
  package var explanation: String {
    let promise = promises[0]
    let created = "created at \(promise.location)"
    if kind == .circle { return circleExplanation }
    switch promise.dependencies.first {
    case .resolver?:
      let canceled = amount.isOne && promise.isCancelRequested ? "it was canceled, but " : ""
      return canceled
        + "\(amount.indefinite("resolver")) \(created) \(amount.isOrAre) alive and \(amount.wasOrWere) never called"
    case .task(let name)?:
      let end = "\(amount.hasOrHave) not ended"
      guard amount.isOne else { return "\(amount.indefinite("task")) started at \(promise.location) \(end)" }
      let canceled = promise.isCancelRequested ? "was canceled and " : ""
      return "\(Words.task(name)), started at \(promise.location), \(canceled)\(end)"
    case .queuedTask(let name)?:
      guard amount.isOne else {
        return "\(amount.indefinite("task")) added at \(promise.location) wait for their turn in a PromiseQueue"
      }
      return "\(Words.task(name)), added at \(promise.location), waits for \(promise.turn)"
    case .timer(let seconds)?:
      return "\(amount.indefinite("timer")) \(created) \(Words.fires(seconds, amount))"
    case .queuedHandler(let executor, let seconds)?:
      let reason = blocker?.clause ?? ", which is suspended, blocked or busy"
      return
        "\(handlers(of: promise)) \(amount.hasOrHave) been queued for \(Words.time(seconds)) on \(executor)\(reason)"
    case .runningHandler(let executor, let seconds)?:
      return "\(handlers(of: promise)) \(amount.hasOrHave) been running for \(Words.time(seconds)) on \(executor)"
    case .otherPromise(let file, let line)?:
      return "\(amount.itOrThey) \(amount.verb("wait")) for a promise created at \(file):\(line), which is not part of "
        + "this snapshot"
    case .promise?, nil:
      return "what settles the promise \(created) is not known"
    }
  }

  /// The handlers of the promises, for sentences.
  private func handlers(of promise: PendingPromise) -> String {
    amount.isOne
      ? promise.handlerDescription : "\(amount.indefinite("handler")) created at \(promise.location)"
  }

  private var circleExplanation: String {
    let subject = amount.itOrEach
    return circle.count == 1
      ? "\(subject) waits for itself: \(circleSites)"
      : "\(subject) waits for itself through \(Quantity(circle.count).counted("promise")): \(circleSites)\(queueClause)"
  }

  private var circleSummary: String {
    circleCount == 1
      ? "they wait for each other: \(circleSites)\(queueClause)"
      : "they wait for each other in \(Quantity(circleCount).counted("circle")), such as \(circleSites)\(queueClause)"
  }

  /// What makes the circle if it leads through a queue, and what to do.
  private var queueClause: String {
    guard let index = circle.firstIndex(where: { $0.position != nil }), let position = circle[index].position else {
      return ""
    }
    let queued = circle[index]
    // A promise whose task waits in a queue waits only for running tasks of the queue.
    let running = circle[(index + 1) % circle.count]
    let others = queued.dependencies.count { if case .promise = $0 { true } else { false } } - 1
    return
      "; the operation added at \(running.location) waits for the one added at \(queued.location), which is queued "
      + "behind it\(others > 0 ? " and \(Quantity(others).counted("other operation"))" : "") in \(position.queue): "
      + "add the second operation to another queue, or do not await it in the first"
  }

  /// The creation sites of a circle, in the order in which each promise waits for the next, up to the first one again.
  private var circleSites: String {
    let sites = circle.map { "\($0.location) (\($0.operation))" }
    return (sites + [sites[0]]).joined(separator: " → ")
  }
}

extension PendingPromise {
  /// The creation site, with the function if it is known.
  package var location: String { "\(file):\(line)" + (function.map { " in \($0)" } ?? "") }

  /// The handler of the promise, for sentences.
  var handlerDescription: String {
    "the handler of \(operation == PromiseSite.unknownOperation ? operation : "`\(operation)`") at \(location)"
  }
}

/// The number of tasks, blocked threads, handlers, and promises without a handler on an executor that wait for
/// something.
package struct WaiterCount: Sendable, Equatable {
  package private(set) var tasks = 0
  package private(set) var threads = 0
  package private(set) var handlers = 0
  package private(set) var promises = 0
  /// The number of all promises that wait, including those that are counted as their handler or their task.
  package let allPromises: Int

  /// Counts what waits for the given promises and for those that depend on them.
  init(_ roots: [PendingPromise], _ others: [PendingPromise]) {
    // Promises that are counted as their handler or as their task.
    var withHandler: Set<Int> = []
    var withTask: Set<Int> = []
    allPromises = others.count
    for waiter in (roots + others).lazy.flatMap(\.waiters) {
      switch waiter {
      case .promise(let number, let executor): if executor != nil { withHandler.insert(number) }
      case .task(_, let number):
        tasks += 1
        if let number { withTask.insert(number) }
      case .thread: threads += 1
      case .handler: handlers += 1
      }
    }
    for promise in others where !withTask.contains(promise.number) {
      if withHandler.contains(promise.number) { handlers += 1 } else { promises += 1 }
    }
  }

  /// A clause such as `; 3 tasks and 2 promises wait for it`, or an empty string if nothing waits.
  func clause(for awaited: Quantity) -> String {
    let counts = [
      (tasks, "task"), (threads, "blocked thread"), (handlers, "handler"), (promises, "promise"),
    ].filter { $0.0 > 0 }
    guard let last = counts.last else { return "" }
    let parts = counts.map { Quantity($0.0).counted($0.1) }
    let list = parts.count == 1 ? parts[0] : parts.dropLast().joined(separator: ", ") + " and " + parts.last!
    // Several kinds of things are several things.
    let waiting = Quantity(counts.count == 1 ? last.0 : counts.count)
    return "; \(list) \(waiting.verb("wait")) for \(awaited.itOrThem)"
  }
}
