// The progress of a promise: the reports of its producer, or the weighted sum of the progress of its inputs.
extension ReferenceModel {
  mutating func report(_ node: Int, _ tenths: Int) {
    guard state.nodes[node].isPending, !state.nodes[node].isResolverReleased, state.nodes[node].progress != nil else {
      return
    }
    if change(node, to: Double(tenths) / 10) { passOn(from: node) }
  }

  mutating func followProgress(of node: Int, _ statement: Int) {
    track(node)
    state.progress[statement] = [thousandths(fraction(of: node))]
    state.nodes[node].progress?.followers.append(statement)
  }

  mutating func setWeight(of node: Int, _ weight: Int) {
    track(node)
    state.nodes[node].progress?.weight = weight
  }

  /// Completes the progress of a fulfilled node.
  mutating func completeProgress(of node: Int) {
    if state.nodes[node].progress != nil, change(node, to: 1) { passOn(from: node, isEnd: true) }
  }

  /// Updates the progress of a node that now waits for another node.
  mutating func renewProgress(of node: Int) {
    if state.nodes[node].progress != nil { addContributions(to: node) }
  }

  // MARK: - Sums

  /// Starts to follow the progress of a node and of all nodes that it waits for. Returns whether it was not followed
  /// before.
  @discardableResult
  private mutating func track(_ node: Int) -> Bool {
    guard state.nodes[node].isPending, state.nodes[node].progress == nil else { return false }
    state.nodes[node].progress = NodeProgress()
    addContributions(to: node)
    return true
  }

  private mutating func addContributions(to node: Int) {
    state.nodes[node].progress!.contributions = []
    if case .limited = specs[node].kind { return addStartedInputs(to: node) }
    var inputs: [Int] = []
    var isDerived = true
    for target in state.nodes[node].targets {
      switch target {
      case .node(let source): inputs.append(source)
      case .members(let members):
        inputs += members
        isDerived = false
      default: break
      }
    }
    state.nodes[node].progress!.isDerived = isDerived
    for input in inputs {
      let isNew = track(input)
      // The producer of a settled promise has nothing left to report; a derived promise ends separately.
      let isPending = state.nodes[input].isPending
      let fraction = isNew ? self.fraction(of: input) : isPending || !isDerived ? self.fraction(of: input) : 0
      let weight = isPending ? state.nodes[input].progress!.weight : 1
      state.nodes[node].progress!.contributions.append(.init(input: input, weight: weight))
      let last = state.nodes[node].progress!.contributions.count - 1
      if update(node, at: last, with: fraction) { passOn(from: node) }
    }
  }

  /// Updates the contribution of an input. Returns whether the progress of the node has changed.
  private mutating func update(_ node: Int, at index: Int, with fraction: Double) -> Bool {
    state.nodes[node].progress!.contributions[index].fraction = fraction
    if case .limited = specs[node].kind { return recount(node) }
    let contributions = state.nodes[node].progress!.contributions
    let total = contributions.reduce(0) { $0 + $1.weight }
    if total == contributions[index].weight { return change(node, to: fraction) }
    let sum = contributions.reduce(0) { $0 + $1.fraction * Double($1.weight) }
    return change(node, to: sum / Double(total))
  }

  // MARK: - Sums of combinators with a concurrency limit

  private mutating func addStartedInputs(to node: Int) {
    state.nodes[node].progress!.isDerived = false
    let limiter = state.nodes[node].limiter!
    for _ in 0..<limiter.endedCount { addEndedInput(to: node) }
    for index in limiter.pending.sorted() { addInput(index, to: node) }
    if recount(node) { passOn(from: node) }
  }

  private mutating func addEndedInput(to node: Int) {
    state.nodes[node].progress!.contributions.append(.init(input: nil, weight: 1, fraction: 1))
  }

  private mutating func addInput(_ index: Int, to node: Int) {
    let input = members(node).all[index]
    track(input)
    state.nodes[node].progress!.contributions.append(
      .init(input: input, weight: state.nodes[input].progress?.weight ?? 1, fraction: fraction(of: input)))
  }

  /// Counts a pending input of a combinator with a concurrency limit.
  mutating func countInput(_ node: Int, _ index: Int) {
    guard state.nodes[node].isPending, state.nodes[node].progress != nil else { return }
    addInput(index, to: node)
    if recount(node) { passOn(from: node) }
  }

  /// Counts the end of an input of a combinator with a concurrency limit.
  mutating func countEnd(_ node: Int, _ index: Int) {
    guard state.nodes[node].isPending, let progress = state.nodes[node].progress else { return }
    let input = members(node).all[index]
    if let position = progress.contributions.firstIndex(where: { $0.input == input }) {
      let weight = progress.contributions[position].weight
      state.nodes[node].progress!.contributions[position] = .init(input: nil, weight: weight, fraction: 1)
    } else {
      addEndedInput(to: node)
    }
    if recount(node) { passOn(from: node) }
  }

  /// Counts that no more inputs follow.
  mutating func countExhaustion(_ node: Int) {
    guard state.nodes[node].isPending, state.nodes[node].progress != nil else { return }
    if recount(node) { passOn(from: node) }
  }

  /// Updates the sum of a combinator with a concurrency limit. Returns whether it has changed.
  private mutating func recount(_ node: Int) -> Bool {
    guard state.nodes[node].limiter!.isExhausted else { return change(node, to: 0) }
    let contributions = state.nodes[node].progress!.contributions
    let total = contributions.reduce(0) { $0 + $1.weight }
    let sum = contributions.reduce(0) { $0 + $1.fraction * Double($1.weight) }
    return change(node, to: total == 0 ? 0 : sum / Double(total))
  }

  private mutating func change(_ node: Int, to fraction: Double) -> Bool {
    guard state.nodes[node].progress!.fraction != fraction else { return false }
    state.nodes[node].progress!.fraction = fraction
    for statement in state.nodes[node].progress!.followers {
      if state.progress[statement]!.last != thousandths(fraction) {
        state.progress[statement]!.append(thousandths(fraction))
      }
    }
    return true
  }

  /// Passes a change on to the nodes that wait for a node, and further downstream.
  ///
  /// - Parameters:
  ///   - node: The node with the change.
  ///   - isEnd: Whether the node has settled.
  private mutating func passOn(from node: Int, isEnd: Bool = false) {
    var queue = [node]
    var visits: [Int: Int] = [:]
    while !queue.isEmpty {
      let source = queue.removeFirst()
      for parent in state.nodes.indices where state.nodes[parent].isPending {
        guard let progress = state.nodes[parent].progress, !(isEnd && source == node && progress.isDerived) else {
          continue
        }
        for (index, contribution) in progress.contributions.enumerated() where contribution.input == source {
          guard update(parent, at: index, with: state.nodes[source].progress!.fraction) else { continue }
          // Promises that wait for each other in a cycle would pass ever smaller changes around.
          guard !queue.contains(parent), visits[parent, default: 0] < 64 else { continue }
          visits[parent, default: 0] += 1
          queue.append(parent)
        }
      }
    }
  }

  /// Returns the completed fraction of the work of a node.
  private func fraction(of node: Int) -> Double {
    switch state.nodes[node].outcome {
    case nil: state.nodes[node].progress!.fraction
    case .value: 1
    case .error: 0
    }
  }

  private func thousandths(_ fraction: Double) -> Int { Int((fraction * 1000).rounded()) }
}
