// Queues of tasks with a limit on how many run concurrently.
extension ReferenceModel {
  private func element(_ node: Int) -> (task: Int, queue: QueueKind) {
    guard case .queued(let task, let queue) = specs[node].kind else { fatalError("This node is not in a queue.") }
    return (task, queue)
  }

  mutating func enterQueue(_ node: Int) {
    let (task, kind) = element(node)
    var queue = state.queues[kind, default: Queue()]
    // The cancellation targets are added later, so another thread may cancel all elements before that.
    if queue.running.count + queue.endingCount < kind.width {
      queue.running.insert(node)
      state.spawn([.work(node)])
      prepend([.addTarget(node, .task(task))])
    } else if let maxWaiting = kind.maxWaiting, queue.waiting.count - queue.endingCount >= maxWaiting {
      settle(node, .error(.queueIsFull))
    } else {
      queue.waiting.append(node)
      prepend([.addTarget(node, .task(task)), .addTarget(node, .queueEntry(node))])
    }
    state.queues[kind] = queue
  }

  /// Removes an element that is canceled while it waits. It does not run.
  mutating func removeFromQueue(_ node: Int) { state.queues[element(node).queue]!.waiting.removeAll { $0 == node } }

  /// Handles the return of a running element, which is about to settle its promise. One more element may wait until it
  /// has left the queue.
  mutating func endWork(_ node: Int) {
    let kind = element(node).queue
    state.queues[kind]!.running.remove(node)
    state.queues[kind]!.endingCount += 1
  }

  /// Handles an element that has settled its promise.
  mutating func leaveQueue(_ node: Int) {
    let kind = element(node).queue
    state.queues[kind]!.endingCount -= 1
    guard let next = state.queues[kind]!.waiting.first else { return }
    state.queues[kind]!.waiting.removeFirst()
    state.queues[kind]!.running.insert(next)
    state.spawn([.work(next)])
  }

  /// Cancels the waiting elements, the last one first, and then the running elements.
  mutating func cancelAll(_ kind: QueueKind) {
    guard let queue = state.queues[kind] else { return }
    let running = queue.running.sorted()
    if running.count > 1 {
      // The running elements are canceled in any order.
      prepend(queue.waiting.reversed().map { .cancel($0) } + [.spawnCancellations(running)])
    } else {
      prepend((queue.waiting.reversed() + running).map { .cancel($0) })
    }
  }
}
