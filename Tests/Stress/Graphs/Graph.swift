import PromiseConcurrency

/// A random graph of guarantees and promises, and the actions that several threads perform on it.
///
/// The type only describes the graph: the same seed yields the same graph. `GraphRun` runs it.
struct Graph: Sendable {
  enum NodeType: String, Sendable {
    /// A `Guarantee<Void>`, such as a timer.
    case tick
    /// A `Guarantee` of a value.
    case guarantee
    /// A `Promise` of a value.
    case promise
  }

  enum Operation: String, Sendable, CaseIterable {
    case after, pendingGuarantee, pendingPromise
    case map, done, get, tap, ensure, ensureThen, delay, then, recover, timeout, asPromise
    case whenGuarantees, raceGuarantees, whenFulfilled, whenResolved, race, raceFulfilled
  }

  /// What the handler of a `then`, a `recover` or an `ensureThen` returns.
  enum Returned: Sendable {
    /// An existing node.
    case node(Int)
    /// A timer that the handler creates.
    case timer(microseconds: Int)
    /// A guarantee derived from such a timer.
    case mappedTimer(microseconds: Int)
  }

  enum ExecutorKind: String, Sendable, CaseIterable {
    case inline = "nil"
    case serialA = "a"
    case serialB = "b"
    case concurrent = "c"
  }

  struct Node: Sendable {
    var operation: Operation
    var inputs: [Int] = []
    var type: NodeType
    var executor = ExecutorKind.inline
    var returned: Returned?
    var losers = LoserPolicy.cancel
    /// The duration of a timer, delay or timeout.
    var microseconds = 0
  }

  /// The way in which an outcome is awaited.
  enum Wait: Sendable {
    /// A task calls `get()`.
    case get
    /// A task calls `get(cancellation: .forward)`.
    case forward
    /// A task calls `get(timeout:)`.
    case timeout(microseconds: Int, losers: LoserPolicy)
    /// A handler is attached with `pipe`.
    case pipe
  }

  enum Action: Sendable {
    /// Creates a node.
    case create(Int)
    case cancel(Int)
    /// Releases the graph's own reference to a node.
    case release(Int)
    case fulfill(Int)
    case reject(Int)
    /// Starts to wait for a node. Waits are numbered.
    case wait(Int, for: Int, Wait)
    /// Cancels the waiting task.
    case cancelTask(Int)
    /// Spins for a number of rounds.
    case pause(Int)
  }

  let seed: UInt64
  var nodes: [Node] = []
  /// The actions of each thread. The first thread creates the nodes.
  var threads: [[Action]] = []
  var waitCount = 0

  /// For each node, the last node that uses it as an input or as the result of its handler.
  var lastUses: [Int] {
    var uses = Array(nodes.indices)
    for (number, node) in nodes.enumerated() {
      for input in node.inputs { uses[input] = number }
      if case .node(let other)? = node.returned { uses[other] = number }
    }
    return uses
  }
}

extension Graph: CustomStringConvertible {
  var description: String {
    var lines = ["graph \(seed):"]
    for (number, node) in nodes.enumerated() { lines.append("  n\(number) = \(node)  // \(node.type.rawValue)") }
    for (number, thread) in threads.enumerated() {
      lines.append("  thread \(number): \(thread.map(\.description).joined(separator: "; "))")
    }
    return lines.joined(separator: "\n")
  }
}

extension Graph.Node: CustomStringConvertible {
  var description: String {
    let list = inputs.map { "n\($0)" }.joined(separator: ", ")
    let policy = "losers: .\(losers)"
    let body = "(on: \(executor.rawValue)) { \(returned?.description ?? "") }"
    return switch operation {
    case .after: "after(\(microseconds) µs)"
    case .pendingGuarantee: "Guarantee.pending()"
    case .pendingPromise: "Promise.pending()"
    case .map, .done, .get, .tap, .ensure, .ensureThen, .then, .recover: "\(list).\(operation.rawValue)\(body)"
    case .delay: "\(list).delay(\(microseconds) µs)"
    case .timeout: "\(list).timeout(\(microseconds) µs, \(policy))"
    case .asPromise: "Promise(\(list))"
    case .whenGuarantees: "when(guarantees: \(list))"
    case .whenFulfilled: "when(fulfilled: \(list))"
    case .whenResolved: "when(resolved: \(list))"
    case .race, .raceGuarantees: "race(\(list), \(policy))"
    case .raceFulfilled: "race(fulfilled: \(list), \(policy))"
    }
  }
}

extension Graph.Returned: CustomStringConvertible {
  var description: String {
    switch self {
    case .node(let node): "n\(node)"
    case .timer(let microseconds): "after(\(microseconds) µs)"
    case .mappedTimer(let microseconds): "after(\(microseconds) µs).map(on: nil) { … }"
    }
  }
}

extension Graph.Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .create(let node): "create n\(node)"
    case .cancel(let node): "n\(node).cancel()"
    case .release(let node): "n\(node) = nil"
    case .fulfill(let node): "fulfill n\(node)"
    case .reject(let node): "reject n\(node)"
    case .wait(let number, let node, .get): "w\(number): n\(node).get()"
    case .wait(let number, let node, .forward): "w\(number): n\(node).get(cancellation: .forward)"
    case .wait(let number, let node, .timeout(let microseconds, let losers)):
      "w\(number): n\(node).get(timeout: \(microseconds) µs, losers: .\(losers))"
    case .wait(let number, let node, .pipe): "w\(number): n\(node).pipe"
    case .cancelTask(let wait): "cancel the task of w\(wait)"
    case .pause(let rounds): "pause \(rounds)"
    }
  }
}
