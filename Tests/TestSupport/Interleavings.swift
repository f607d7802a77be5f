/// Runs a pure state machine through every order in which the steps of several threads can happen.
package struct Interleavings<Model> {
  /// One atomic step of one thread. What it returns comes next in that thread, before what was left of it.
  package struct Step {
    package let name: String
    package let run: (inout Model) -> [Step]

    package init(_ name: String, _ run: @escaping (inout Model) -> [Step]) {
      self.name = name
      self.run = run
    }
  }

  /// Whose turn it was: the how manieth of how many that had something left to do.
  private struct Turn {
    var choice: Int
    let count: Int
  }

  private let model: () -> Model
  private let threads: [[Step]]
  /// The one of its kind that has to begin before a thread; itself, if there is none.
  private let predecessors: [Int]

  /// Explores every interleaving, and calls `check` at the end of each.
  ///
  /// - Parameters:
  ///   - model: Made anew for each interleaving, so that it need not be a value that can be copied.
  ///   - threads: The steps of each thread.
  ///   - kinds: The kind of each thread, if some do the same: of threads of one kind, it is not explored who begins
  ///     first.
  ///   - check: Called with the names of the steps, in the order in which they were taken.
  /// - Returns: How many there were.
  package static func explore(
    _ model: @escaping @autoclosure () -> Model, threads: [[Step]], kinds: [Int]? = nil,
    check: @escaping (Model, _ trail: [String]) -> Void
  ) -> Int {
    let kinds = kinds ?? Array(threads.indices)
    let predecessors = kinds.indices.map { thread in kinds[..<thread].lastIndex(of: kinds[thread]) ?? thread }
    let search = Interleavings(model: model, threads: threads, predecessors: predecessors)
    var turns: [Turn] = []
    var count = 0
    while true {
      search.run(&turns, check)
      count += 1
      // The last turn that can be somebody else's is; those that come after it are taken as they come.
      while let last = turns.popLast() {
        guard last.choice + 1 < last.count else { continue }
        turns.append(Turn(choice: last.choice + 1, count: last.count))
        break
      }
      if turns.isEmpty { return count }
    }
  }

  /// Runs one interleaving from its beginning: the turns as given, and from then on always the first who can.
  private func run(_ turns: inout [Turn], _ check: (Model, [String]) -> Void) {
    var model = model()
    var threads = threads.map { $0[...] }
    var hasBegun = threads.map { _ in false }
    var trail: [String] = []
    while true {
      var ready: [Int] = []
      for thread in 0..<threads.count where !threads[thread].isEmpty {
        let predecessor = predecessors[thread]
        if predecessor == thread || hasBegun[thread] || hasBegun[predecessor] { ready.append(thread) }
      }
      if ready.isEmpty { break }
      if trail.count == turns.count { turns.append(Turn(choice: 0, count: ready.count)) }
      let thread = ready[turns[trail.count].choice]
      hasBegun[thread] = true
      let step = threads[thread].removeFirst()
      trail.append(step.name)
      let following = step.run(&model)
      if !following.isEmpty { threads[thread] = (following + threads[thread])[...] }
    }
    check(model, trail)
  }
}

/// All ways to choose so many of the numbers from 0 on, each as often as one likes, in ascending order.
package func choices(of count: Int, from limit: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return choices(of: count - 1, from: limit).flatMap { chosen in
    ((chosen.last ?? 0)..<limit).map { chosen + [$0] }
  }
}
