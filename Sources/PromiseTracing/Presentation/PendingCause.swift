/// A promise on which others wait and that itself waits for no promise, or several such promises that have the same
/// creation site and wait for the same kind of thing, or a circle.
package struct PendingCause: Sendable {
  /// What the promises wait for, from the most suspicious to the least suspicious kind.
  enum Kind: Int {
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
  let blocker: ExecutorUse.Blocker?

  /// The position among the causes: what certainly never settles comes first.
  private var rank: Int { blocker?.isDeadlock == true ? Kind.circle.rawValue : kind.rawValue }

  /// Returns the causes in a graph, the most likely ones first.
  ///
  /// - Complexity: O(*n* log *n* + *e*), and for each cause O(*w*) in the number of promises that wait for it.
  static func all(in graph: WaitGraph) -> [PendingCause] {
    var circles: [[PromiseSite]: [[Int]]] = [:]
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
    let uses = ExecutorUse(graph.promises)
    let causes =
      circles.values.map {
        PendingCause($0.joined().sorted(), circles: $0.sorted { $0[0] < $1[0] }, .circle, graph, uses)
      } + groups.map { PendingCause($0.value.sorted(), circles: [], $0.key.kind, graph, uses) }
    return causes.sorted { ($0.rank, $0.promises[0].number) < ($1.rank, $1.promises[0].number) }
  }

  /// Returns the cause for those of its promises that meet a condition, or `nil` if there are none.
  func filtered(_ isIncluded: (PendingPromise) -> Bool) -> PendingCause? {
    var cause = self
    cause.promises = promises.filter(isIncluded)
    return cause.promises.isEmpty ? nil : cause
  }

  /// What the promises of a cause have in common, unless they are a circle.
  private struct Group: Hashable {
    let site: PromiseSite
    let kind: Kind
    let executor: String?
  }

  private init(_ indices: [Int], circles: [[Int]], _ kind: Kind, _ graph: WaitGraph, _ uses: ExecutorUse) {
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
    blocker = kind == .queuedHandler ? uses.blocker(ofHandlersOf: indices, waiting: others, in: graph) : nil
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
