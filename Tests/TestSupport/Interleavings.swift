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

  private let check: (World, _ trail: [String]) -> Void
  private var count = 0

  /// Explores every interleaving, and calls `check` at the end of each.
  ///
  /// - Returns: How many there were.
  package static func explore(
    _ world: World, threads: [[Step]], check: @escaping (World, _ trail: [String]) -> Void
  ) -> Int {
    var search = Interleavings(check: check)
    search.go(world, threads, [])
    return search.count
  }

  private init(check: @escaping (World, [String]) -> Void) { self.check = check }

  private mutating func go(_ world: World, _ threads: [[Step]], _ trail: [String]) {
    var isOver = true
    for index in threads.indices {
      guard let step = threads[index].first else { continue }
      isOver = false
      var world = world
      var threads = threads
      threads[index] = step.run(&world) + threads[index].dropFirst()
      go(world, threads, trail + [step.name])
    }
    if isOver {
      count += 1
      check(world, trail)
    }
  }
}
