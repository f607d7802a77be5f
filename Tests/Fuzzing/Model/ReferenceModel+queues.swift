// Queues of tasks with a limit on how many are at work at the same time.
extension ReferenceModel {
  private func width(_ node: Int) -> Int {
    guard case .queued(_, let width) = specs[node].kind else { fatalError("it is in no queue") }
    return width
  }

  mutating func enterQueue(_ node: Int) {
    let width = width(node)
    if state.queues[width, default: Queue()].atWork < width {
      state.queues[width, default: Queue()].atWork += 1
      state.spawn([.work(node)])
    } else {
      state.queues[width]!.waiting.append(node)
      state.nodes[node].targets.append(.queueEntry(node))
    }
  }

  /// An element that is canceled while it waits is not called.
  mutating func removeFromQueue(_ node: Int) { state.queues[width(node)]!.waiting.removeAll { $0 == node } }

  /// An element at work has returned and settled its promise.
  mutating func leaveQueue(_ node: Int) {
    let width = width(node)
    guard let next = state.queues[width]!.waiting.first else {
      state.queues[width]!.atWork -= 1
      return
    }
    state.queues[width]!.waiting.removeFirst()
    state.spawn([.work(next)])
  }
}
