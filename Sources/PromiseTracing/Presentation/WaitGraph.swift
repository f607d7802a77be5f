/// The promises of a snapshot as a graph, in which each promise is represented by its index.
struct WaitGraph {
  let promises: [PendingPromise]
  /// The promises that each promise waits for.
  let awaited: [[Int]]
  /// The promises that wait for each promise.
  let waiting: [[Int]]
  /// The sets of promises that wait for no promise outside of the set. A set with several promises, or one that waits
  /// for itself, is a circle.
  let roots: [[Int]]
  /// Whether each promise waits for a root that is not just a timer.
  private(set) var hasRealCause: [Bool]

  /// Creates the graph of a snapshot.
  ///
  /// - Complexity: O(*n* + *e*), where *e* is the number of dependencies.
  init(_ promises: [PendingPromise]) {
    self.promises = promises
    let indices = Dictionary(uniqueKeysWithValues: zip(promises.lazy.map { $0.number }, promises.indices))
    let awaited = promises.map { promise in
      promise.dependencies.compactMap { dependency in
        if case .promise(let number) = dependency { indices[number] } else { nil }
      }
    }
    var waiting = [[Int]](repeating: [], count: promises.count)
    for index in promises.indices { for source in awaited[index] { waiting[source].append(index) } }
    self.awaited = awaited
    self.waiting = waiting
    roots = Self.roots(of: awaited)
    hasRealCause = [Bool](repeating: false, count: promises.count)
    let real = roots.filter { root in
      if case .timer? = promises[root[0]].dependencies.first { false } else { true }
    }.flatMap(\.self)
    for index in real + self.waiting(forAnyOf: real) { hasRealCause[index] = true }
  }

  /// Whether a root is a circle.
  func isCircle(_ root: [Int]) -> Bool { root.count > 1 || awaited[root[0]].contains(root[0]) }

  /// Returns the promises that wait for the given ones, directly or through others, without these themselves.
  ///
  /// - Complexity: O(*w*) in the number of promises and dependencies that are found.
  func waiting(forAnyOf roots: [Int]) -> [Int] {
    var seen = Set(roots)
    var found: [Int] = []
    var next = roots
    while let index = next.popLast() {
      for waiter in waiting[index] where seen.insert(waiter).inserted {
        found.append(waiter)
        next.append(waiter)
      }
    }
    return found
  }

  /// Returns the indices of the promises that a promise waits for, directly or through others, and its own.
  func awaited(by index: Int) -> Set<Int> {
    var found: Set = [index]
    var next = [index]
    while let index = next.popLast() {
      for source in awaited[index] where found.insert(source).inserted { next.append(source) }
    }
    return found
  }

  /// Returns the strongly connected components from which no edge leads to another one.
  ///
  /// This is the algorithm of Tarjan (Depth-first search and linear graph algorithms, 1972), with a stack of its own
  /// instead of recursion.
  private static func roots(of edges: [[Int]]) -> [[Int]] {
    let unseen = -1
    var order = [Int](repeating: unseen, count: edges.count)
    var lowest = order
    var component = order
    var isRoot: [Bool] = []
    var components: [[Int]] = []
    var open: [Int] = []
    var count = 0
    for start in edges.indices where order[start] == unseen {
      var path = [(vertex: start, edge: 0)]
      while let (vertex, edge) = path.last {
        if edge == 0 {
          order[vertex] = count
          lowest[vertex] = count
          count += 1
          open.append(vertex)
        }
        if edge < edges[vertex].count {
          path[path.count - 1].edge += 1
          let target = edges[vertex][edge]
          if order[target] == unseen {
            path.append((target, 0))
          } else if component[target] == unseen {
            lowest[vertex] = min(lowest[vertex], order[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.vertex { lowest[parent] = min(lowest[parent], lowest[vertex]) }
        guard lowest[vertex] == order[vertex] else { continue }
        let first = open.lastIndex(of: vertex)!
        let members = Array(open[first...])
        open.removeSubrange(first...)
        for member in members { component[member] = components.count }
        isRoot.append(members.allSatisfy { edges[$0].allSatisfy { component[$0] == components.count } })
        components.append(members)
      }
    }
    return components.indices.filter { isRoot[$0] }.map { components[$0] }
  }
}
