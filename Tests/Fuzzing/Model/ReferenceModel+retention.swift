// Canceled guarantees. A canceled guarantee receives the outcome of its source only as long as something refers to it.
extension ReferenceModel {
  /// Whether something refers to a node.
  enum Retention {
    case retained
    case released
    /// Only handlers or tasks may refer to the node, and the model does not track these references.
    case unknown
  }

  /// Notes that everything has happened that is not caused by the next batch.
  mutating func rest() {
    for node in state.nodes.indices {
      if !state.nodes[node].isPending {
        state.nodes[node].isQuiescent = true
      } else if case .released = retention(of: node) {
        state.nodes[node].isDeallocated = true
      }
    }
  }

  func retention(of node: Int) -> Retention {
    guard state.nodes[node].isUnreferenced(isValue: lowering.isValue(node)) else { return .retained }
    var isUnknown = lowering.mayBeCaptured(node)
    for observer in state.nodes[node].observers {
      switch retention(by: observer) {
      case .retained: return .retained
      case .unknown: isUnknown = true
      case .released: break
      }
    }
    return isUnknown ? .unknown : .released
  }

  /// Whether an observer retains the node that it observes.
  private func retention(by observer: ModelObserver) -> Retention {
    let isWanted =
      switch observer {
      case .pipe: true
      case .wait(let task): state.waits[task].outcome == nil
      case .element(let node, let index): state.nodes[iteration(node).followers[index]].isPending
      default: state.nodes[observer.node!].isPending
      }
    guard isWanted else { return .released }
    return observer.node.map { retention(of: $0) } ?? .retained
  }
}

extension Node {
  /// Whether the node is a pending guarantee that was canceled, and the program does not refer to it.
  ///
  /// - Parameter isValue: Whether the node is the value of a statement.
  func isUnreferenced(isValue: Bool) -> Bool { isPending && isCancelRequested && (!isValue || isValueReleased) }
}

extension ModelObserver {
  /// The node that receives the outcome, or `nil` for a task or a handler.
  var node: Int? {
    switch self {
    case .link(let node), .follower(let node), .foreignCallback(let node), .member(let node, _),
      .condition(let node, _), .loop(let node), .limiter(let node, _):
      node
    case .element, .wait, .pipe: nil
    }
  }
}
