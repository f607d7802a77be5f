/// A promise on which others wait and that itself waits for no promise, or several such promises that have the same
/// creation site and wait for the same kind of thing, or a circle.
package struct PendingCause: Sendable {
  /// What the promises wait for, from the most suspicious to the least suspicious kind.
  enum Kind: Int, Comparable {
    case circle, resolver, queuedHandler, runningHandler, task, queuedTask, otherPromise, unknown, timer

    init(_ dependency: PendingPromise.Dependency?) {
      switch dependency {
      case .resolver: self = .resolver
      case .queuedHandler: self = .queuedHandler
      case .runningHandler: self = .runningHandler
      case .task: self = .task
      case .queuedTask: self = .queuedTask
      case .timer: self = .timer
      case .otherPromise: self = .otherPromise
      case .promise, nil: self = .unknown
      }
    }

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The promises, the oldest first.
  package private(set) var promises: [PendingPromise]
  /// The promises of the first circle, in the order in which each waits for the next.
  let circle: [PendingPromise]
  /// The number of circles with the same creation sites.
  let circleCount: Int
  /// What waits for the promises, directly or through others.
  package let waiters: WaiterCount
  let kind: Kind
  /// Whether the promises wait for each other, or one of them for itself.
  package var isCircle: Bool { kind == .circle }
  /// Whether the promises are timers, and everything that waits for them also waits for something else, as with a
  /// timeout.
  package let isOnlyLimit: Bool
  /// What occupies the executor on which the promises' handlers are queued, if that is known.
  let blocker: String?

  /// Returns the causes in a graph, the most likely ones first.
  static func all(in graph: WaitGraph) -> [PendingCause] {
    var circles: [[CreationSite]: [[Int]]] = [:]
    var groups: [Group: [Int]] = [:]
    for root in graph.roots {
      if graph.isCircle(root) {
        let circle = graph.circle(root)
        circles[circle.map { graph.promises[$0].site }, default: []].append(circle)
      } else {
        let promise = graph.promises[root[0]]
        let group = Group(
          site: promise.site, kind: Kind(promise.dependencies.first), executor: promise.dependencies.first?.executor)
        groups[group, default: []].append(root[0])
      }
    }
    let causes =
      circles.values.map { PendingCause($0.joined().sorted(), circles: $0.sorted { $0[0] < $1[0] }, .circle, graph) }
      + groups.map { PendingCause($0.value.sorted(), circles: [], $0.key.kind, graph) }
    return causes.sorted { ($0.kind, $0.promises[0].number) < ($1.kind, $1.promises[0].number) }
  }

  /// Returns the cause for those of its promises that meet a condition, or `nil` if there are none.
  func filtered(_ isIncluded: (PendingPromise) -> Bool) -> PendingCause? {
    var cause = self
    cause.promises = promises.filter(isIncluded)
    return cause.promises.isEmpty ? nil : cause
  }

  /// What the promises of a cause have in common, unless they are a circle.
  private struct Group: Hashable {
    let site: CreationSite
    let kind: Kind
    let executor: String?
  }

  private init(_ indices: [Int], circles: [[Int]], _ kind: Kind, _ graph: WaitGraph) {
    self.kind = kind
    circle = circles.first?.map { graph.promises[$0] } ?? []
    circleCount = circles.count
    promises = indices.map { graph.promises[$0] }
    let others = graph.waiting(forAnyOf: indices)
    waiters = WaiterCount(indices.map { graph.promises[$0] }, others.map { graph.promises[$0] })
    isOnlyLimit =
      kind == .timer
      && indices.allSatisfy { index in
        !graph.waiting[index].isEmpty && graph.waiting[index].allSatisfy { graph.hasRealCause[$0] }
      }
    blocker = kind == .queuedHandler ? promises[0].blocker(among: others.map { graph.promises[$0] }, in: graph) : nil
  }
}

extension WaitGraph {
  /// Returns the promises of a circle in an order in which each waits for the next, beginning with the oldest. Promises
  /// of which the circle has no need, in a component with several circles, are left out.
  fileprivate func circle(_ members: [Int]) -> [Int] {
    let start = members.min()!
    // A breadth-first search finds a shortest way back to the start.
    var previous = [Int: Int]()
    var next = [start]
    while !next.isEmpty {
      var later: [Int] = []
      for index in next {
        for source in awaited[index] where previous[source] == nil {
          previous[source] = index
          later.append(source)
        }
      }
      if previous[start] != nil { break }
      next = later
    }
    var circle: [Int] = []
    var index = start
    while let before = previous[index] {
      circle.append(before)
      if before == start { break }
      index = before
    }
    return circle.reversed()
  }
}

extension PendingPromise.Dependency {
  /// The executor of a handler.
  fileprivate var executor: String? {
    switch self {
    case .queuedHandler(let executor, _): executor
    case .runningHandler(let executor, _): executor
    default: nil
    }
  }
}

extension PendingPromise {
  /// Returns what occupies the executor on which this promise's handler is queued, if that is known.
  fileprivate func blocker(among waiters: [PendingPromise], in graph: WaitGraph) -> String? {
    guard case .queuedHandler(let executor, _)? = dependencies.first else { return nil }
    if executor == "the main queue" {
      for promise in [self] + waiters {
        for case .thread(true, let file, let line) in promise.waiters {
          return "the main thread is blocked by the wait at \(file):\(line), which ends only after this handler"
        }
      }
      for promise in graph.promises {
        for case .thread(true, let file, let line) in promise.waiters {
          return "the main thread is blocked by the wait at \(file):\(line)"
        }
      }
    }
    // The handlers of a concurrent queue do not block each other.
    guard let identity = self.executor, !executor.hasPrefix("the queue com.apple.root.") else { return nil }
    for promise in graph.promises where promise.executor == identity {
      if case .runningHandler(_, let seconds)? = promise.dependencies.first {
        return "\(promise.handlerDescription) has been running there for \(Words.time(seconds))"
      }
    }
    return nil
  }
}
