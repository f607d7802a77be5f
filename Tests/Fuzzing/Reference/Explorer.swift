/// Plays a batch in every order in which its steps can happen.
struct Explorer {
  let meaning: Meaning
  /// How many worlds to look at before giving up.
  let limit: Int

  /// The worlds that a batch can come to rest in, if it begins in one of `worlds`; `nil` if they are too many to see.
  func play(_ batch: Program.Batch, from worlds: Set<World>) -> Set<World>? {
    play(batch.threads.map { $0.flatMap { meaning.steps[$0] } }, from: worlds)
  }

  /// Likewise, when the program lets go of everything.
  func end(from worlds: Set<World>) -> Set<World>? { play([meaning.end], from: worlds) }

  private func play(_ jobs: [[Step]], from worlds: Set<World>) -> Set<World>? {
    var ends: Set<World> = []
    // Hashes of worlds, which is all that it takes to know them again.
    var seen: Set<Int> = []
    var open: [World] = worlds.map { world in
      var world = world
      for job in jobs { world.spawn(job) }
      return world
    }
    while let world = open.popLast() {
      guard seen.insert(world.hashValue).inserted else { continue }
      guard seen.count <= limit else { return nil }
      let next = nextJobs(of: world)
      if next.isEmpty { ends.insert(world) }
      for job in next { open.append(step(world, job)) }
    }
    return ends
  }

  /// The world after the first step of a job.
  private func step(_ world: World, _ job: [Step]) -> World {
    var reference = Reference(meaning: meaning, world: world)
    let count = reference.world.jobs[job]!
    reference.world.jobs[job] = count == 1 ? nil : count - 1
    reference.rest = Array(job.dropFirst())
    reference.perform(job[0])
    let rest = reference.rest
    reference.world.spawn(rest)
    return reference.world
  }

  /// Jobs whose order matters: those of one part of the program that has nothing to do with the others at this moment.
  ///
  /// What happens in one part cannot be told from another, so the parts are played one after the other.
  private func nextJobs(of world: World) -> [[Step]] {
    guard world.jobs.count > 1 else { return Array(world.jobs.keys) }
    var parts = Parts(of: world, meaning)
    let homes = world.jobs.keys.map { (job: $0, home: parts.home(of: $0)) }
    let first = homes[0].home.map { parts.root($0) }
    return homes.filter { $0.home.map { parts.root($0) } == first }.map(\.job)
  }
}
