/// Runs a pure state machine through every order in which the steps of several threads can happen.
package struct Interleavings<World> {
  /// One atomic step of one thread. What it returns comes next in that thread, before what was left of it.
  package struct Step {
    package let name: String
    package let run: (inout World) -> [Step]

    package init(_ name: String, _ run: @escaping (inout World) -> [Step]) {
      self.name = name
      self.run = run
    }
  }

  private let world: () -> World
  private let threads: [[Step]]
  private let check: (World, _ trail: [String]) -> Void
  private var count = 0

  /// Explores every interleaving, and calls `check` at the end of each.
  ///
  /// - Parameter world: Made anew for each interleaving, so that it need not be a value that can be copied.
  /// - Returns: How many there were.
  package static func explore(
    _ world: @escaping @autoclosure () -> World, threads: [[Step]],
    check: @escaping (World, _ trail: [String]) -> Void
  ) -> Int {
    var search = Interleavings(world: world, threads: threads, check: check)
    search.goOn(after: [])
    return search.count
  }

  private init(
    world: @escaping () -> World, threads: [[Step]], check: @escaping (World, [String]) -> Void
  ) {
    self.world = world
    self.threads = threads
    self.check = check
  }

  /// Explores all that begin with these threads' turns.
  private mutating func goOn(after turns: [Int]) {
    var world = world()
    var threads = threads
    var trail: [String] = []
    for thread in turns {
      let step = threads[thread].removeFirst()
      trail.append(step.name)
      threads[thread].insert(contentsOf: step.run(&world), at: 0)
    }
    let next = threads.indices.filter { !threads[$0].isEmpty }
    for thread in next { goOn(after: turns + [thread]) }
    if next.isEmpty {
      count += 1
      check(world, trail)
    }
  }
}
