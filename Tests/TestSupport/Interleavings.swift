/// Runs a state machine through every possible order of the steps of several threads.
package struct Interleavings<Model> {
  /// One atomic step of one thread. The steps that it returns run next in that thread, before its remaining steps.
  package struct Step {
    package let name: String
    package let run: (inout Model) -> [Step]

    package init(_ name: String, _ run: @escaping (inout Model) -> [Step]) {
      self.name = name
      self.run = run
    }
  }

  /// The choice of the thread that took a step: its index among the threads that had steps left, and their number.
  private struct Choice {
    var index: Int
    let count: Int
  }

  private let model: () -> Model
  private let threads: [[Step]]
  /// For each thread, the thread of the same kind that must start before it, or the thread itself if there is none.
  private let predecessors: [Int]

  /// Explores every interleaving, and calls `check` at the end of each.
  ///
  /// - Parameters:
  ///   - model: Creates the model. Evaluated for each interleaving, so that the model need not be copyable.
  ///   - threads: The steps of each thread.
  ///   - kinds: The kind of each thread, if some threads run the same steps. Threads of the same kind start in their given
  ///     order, because other orders would give the same results.
  ///   - check: Called with the names of the steps, in the order in which they ran.
  /// - Returns: The number of interleavings.
  package static func explore(
    _ model: @escaping @autoclosure () -> Model, threads: [[Step]], kinds: [Int]? = nil,
    check: @escaping (Model, _ trail: [String]) -> Void
  ) -> Int {
    let kinds = kinds ?? Array(threads.indices)
    let predecessors = kinds.indices.map { thread in kinds[..<thread].lastIndex(of: kinds[thread]) ?? thread }
    let search = Interleavings(model: model, threads: threads, predecessors: predecessors)
    var choices: [Choice] = []
    var count = 0
    while true {
      search.run(&choices, check)
      count += 1
      // The last choice that has an alternative changes. The choices after it start over.
      while let last = choices.popLast() {
        guard last.index + 1 < last.count else { continue }
        choices.append(Choice(index: last.index + 1, count: last.count))
        break
      }
      if choices.isEmpty { return count }
    }
  }

  /// Runs one interleaving: first the given choices, then always the first thread that has a step left.
  private func run(_ choices: inout [Choice], _ check: (Model, [String]) -> Void) {
    var model = model()
    var threads = threads.map { $0[...] }
    var hasStarted = threads.map { _ in false }
    var trail: [String] = []
    while true {
      var ready: [Int] = []
      for thread in 0..<threads.count where !threads[thread].isEmpty {
        let predecessor = predecessors[thread]
        if predecessor == thread || hasStarted[thread] || hasStarted[predecessor] { ready.append(thread) }
      }
      if ready.isEmpty { break }
      if trail.count == choices.count { choices.append(Choice(index: 0, count: ready.count)) }
      let thread = ready[choices[trail.count].index]
      hasStarted[thread] = true
      let step = threads[thread].removeFirst()
      trail.append(step.name)
      let following = step.run(&model)
      if !following.isEmpty { threads[thread] = (following + threads[thread])[...] }
    }
    check(model, trail)
  }
}

/// Returns all ways to choose `count` of the numbers below `limit`, with repetition, each in ascending order.
package func choices(of count: Int, from limit: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return choices(of: count - 1, from: limit).flatMap { chosen in
    ((chosen.last ?? 0)..<limit).map { chosen + [$0] }
  }
}
