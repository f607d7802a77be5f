/// What occupies the executors in a snapshot: running handlers, and the wait that blocks the main thread.
struct ExecutorUse {
  /// What occupies an executor on which a handler is queued.
  struct Blocker {
    /// The end of a sentence that names the handler and the executor.
    let clause: String
    /// Whether the blocker waits for the handler, so that neither ever ends.
    let isDeadlock: Bool
  }

  /// The index of the first promise whose handler is running on each executor.
  private var running: [ExecutorIdentity: Int] = [:]
  /// The promises for which the main thread waits, and the sites of these waits.
  private var mainWaits: [(index: Int, file: String, line: Int)] = []

  /// Finds what occupies the executors.
  ///
  /// - Complexity: O(*n*).
  init(_ promises: [PendingPromise]) {
    for (index, promise) in promises.enumerated() {
      for case .thread(isMain: true, let file, let line) in promise.waiters { mainWaits.append((index, file, line)) }
      guard case .runningHandler? = promise.dependencies.first, let executor = promise.executor else { continue }
      running[executor] = running[executor] ?? index
    }
  }

  /// Returns what occupies the executor on which the handlers of some promises are queued, if that is known.
  ///
  /// - Parameters:
  ///   - indices: The promises.
  ///   - others: The promises that wait for them.
  ///   - graph: The graph that contains them.
  func blocker(ofHandlersOf indices: [Int], waiting others: [Int], in graph: WaitGraph) -> Blocker? {
    let first = graph.promises[indices[0]]
    guard case .queuedHandler? = first.dependencies.first, let executor = first.executor else { return nil }
    if executor == .mainQueue, !mainWaits.isEmpty {
      let wait = mainWaits.first { indices.contains($0.index) || others.contains($0.index) }
      let (_, file, line) = wait ?? mainWaits[0]
      let end = wait == nil ? "" : ", which ends only after \(Quantity(indices.count).this("handler"))"
      return Blocker(
        clause: ": the main thread is blocked by the wait at \(file):\(line)\(end)", isDeadlock: wait != nil)
    }
    guard let other = running[executor],
      case .runningHandler(_, let seconds)? = graph.promises[other].dependencies.first
    else { return nil }
    return Blocker(
      clause: ", where \(graph.promises[other].handlerDescription) has been running for \(Words.time(seconds))",
      isDeadlock: false)
  }
}
