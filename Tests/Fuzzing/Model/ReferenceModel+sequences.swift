// Tasks that iterate over values.
extension ReferenceModel {
  func iteration(_ node: Int) -> NodeSpec.Iteration {
    guard case .iteration(let iteration) = specs[node].kind else { fatalError("This node is not an iteration.") }
    return iteration
  }

  /// Handles an input or its follower that has settled, which settles the output of the same index or the next output.
  mutating func elementEnded(_ node: Int, _ index: Int, _ source: Int, isHandled: Bool) {
    let iteration = iteration(node)
    let outcome = state.nodes[source].outcome!
    let follower = iteration.followers[index]
    if source != follower {
      guard state.nodes[follower].isPending else { return }
      state.nodes[source].isObserved = true
      settle(follower, outcome, isHandled: isHandled)
    }
    state.nodes[follower].isObserved = true
    guard state.nodes[node].isPending else { return }
    let output = iteration.order == .input ? index : state.nodes[node].endedCount
    state.nodes[node].endedCount += 1
    settle(iteration.outputs[output], outcome)
  }

  /// Requests the next value for the task.
  mutating func requestElement(_ node: Int) {
    let iteration = iteration(node)
    let count = state.nodes[node].readCount
    if count == iteration.outputs.count || iteration.stopsAfterFirst && count == 1 {
      endIteration(node, .value(0))
    } else {
      suspend(iteration.task, at: iteration.outputs[count])
    }
  }

  /// Handles the outcome that the task waited for.
  mutating func take(_ outcome: Outcome, for node: Int) {
    guard case .value = outcome else { return endIteration(node, outcome) }
    state.nodes[node].readCount += 1
    state.calls[specs[node].statement].append(outcome)
    requestElement(node)
  }

  /// Ends the iteration. The task no longer wants the pending inputs, and cancels their followers.
  private mutating func endIteration(_ node: Int, _ outcome: Outcome) {
    let iteration = iteration(node)
    state.waits[iteration.task].outcome = outcome
    settle(node, .value(0))
    prepend(iteration.followers.map { .cancel($0) })
  }
}
