/// A snapshot of pending promises, prepared for display: the graph, in which promises with the same creation site may
/// be one vertex.
struct PendingOverview {
  /// A vertex: a promise, or several that have the same creation site and type and wait for the same kind of thing.
  struct Vertex {
    /// The promises, the oldest first.
    var promises: [PendingPromise] = []
    /// The vertices that wait for this one, how they do that, and the number of such promises.
    var waiting: [(vertex: Int, means: Means, count: Int)] = []
    /// What waits for this vertex besides promises, and how often.
    var others: [(waiter: PendingPromise.Waiter, count: Int)] = []
    /// Whether the promises wait for no other vertex.
    var isRoot = false
    /// Whether the promises are part of a circle.
    var isCircle = false
  }

  let causes: [PendingCause]
  let vertices: [Vertex]
  /// The number of promises in the snapshot.
  let count: Int
  /// The vertices from which the display starts, for each cause.
  let roots: [[Int]]

  /// The largest number of promises that are displayed one by one.
  static let detailLimit = 100

  /// What the promises of a vertex have in common.
  private struct Key: Hashable {
    let site: PromiseSite
    let type: String
    let kind: PendingCause.Kind?
    /// The promise that is displayed alone, if promises are displayed one by one.
    let number: Int?
  }

  init(_ promises: [PendingPromise]) {
    let graph = WaitGraph(promises)
    causes = PendingCause.all(in: graph)
    count = promises.count
    let isDetailed = promises.count <= Self.detailLimit
    var rootKinds = [PendingCause.Kind?](repeating: nil, count: promises.count)
    for root in graph.roots {
      let kind =
        graph.isCircle(root) ? .circle : PendingCause.Kind(promises[root[0]].dependencies.first)
      for index in root { rootKinds[index] = kind }
    }
    var vertices: [Vertex] = []
    var vertexOfKey: [Key: Int] = [:]
    var vertexOfPromise: [Int] = []
    for (index, promise) in promises.enumerated() {
      let key = Key(
        site: promise.site, type: promise.type, kind: rootKinds[index],
        number: isDetailed ? promise.number : nil)
      let vertex = vertexOfKey[key] ?? vertices.count
      if vertex == vertices.count {
        vertexOfKey[key] = vertex
        vertices.append(Vertex(isRoot: key.kind != nil, isCircle: key.kind == .circle))
      }
      vertices[vertex].promises.append(promise)
      vertexOfPromise.append(vertex)
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(promises.lazy.map { $0.number }, promises.indices))
    var edges = [[Edge: Int]](repeating: [:], count: vertices.count)
    var others = [[PendingPromise.Waiter: Int]](repeating: [:], count: vertices.count)
    for (index, promise) in promises.enumerated() {
      for waiter in promise.waiters {
        if let number = waiter.number, let waiting = indices[number] {
          let means = Means(of: promises[waiting], waiter)
          edges[vertexOfPromise[index]][Edge(vertex: vertexOfPromise[waiting], means: means), default: 0] += 1
        } else {
          others[vertexOfPromise[index]][waiter, default: 0] += 1
        }
      }
    }
    for index in vertices.indices {
      vertices[index].waiting = edges[index].map { ($0.key.vertex, $0.key.means, $0.value) }
        .sorted { ($0.vertex, $0.means.text) < ($1.vertex, $1.means.text) }
      vertices[index].others = others[index].map { ($0.key, $0.value) }
        .sorted { $0.waiter.description < $1.waiter.description }
    }
    self.vertices = vertices
    // The display skips a vertex that is displayed already, such as the other promises of a circle.
    roots = causes.map { $0.promises.map { vertexOfPromise[indices[$0.number]!] } }
  }

  private struct Edge: Hashable {
    let vertex: Int
    let means: Means
  }

  /// How a promise waits for another one: a handler, a task, its place in a queue, or none of them, in which case the
  /// text is empty.
  struct Means: Hashable {
    private(set) var text = ""

    init() {}

    /// Describes how `promise`, which is the waiter or is settled by the waiter, waits.
    fileprivate init(of promise: PendingPromise, _ waiter: PendingPromise.Waiter) {
      switch waiter {
      case .promise(_, let executor?): text = "handler on \(executor)"
      case .promise: text = promise.position.map { "queued behind it in \($0.queue)" } ?? ""
      case .task(let name, _): text = name.map { "task \"\(Words.line($0))\"" } ?? "task"
      case .thread, .handler: break
      }
    }
  }
}

extension PendingPromise.Waiter {
  /// The number of the promise that waits or that the waiting task settles.
  fileprivate var number: Int? {
    switch self {
    case .promise(let number, _): number
    case .task(_, let number): number
    case .thread, .handler: nil
    }
  }
}
