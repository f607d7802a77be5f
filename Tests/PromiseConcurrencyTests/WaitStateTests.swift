import PromiseConcurrency
import TestSupport
import Testing

/// A suspended `get()`, in every order in which its events can happen.
struct WaitStateTests {
  struct World {
    var state = WaitState<String>()
    var resumed: [EndOfWait] = []
    var deciders: [EndOfWait] = []

    typealias Step = Interleavings<World>.Step

    static var suspend: Step {
      Step("suspend") { world in
        if let reason = world.state.suspend("continuation") { world.resumed.append(reason) }
        return []
      }
    }

    static func end(_ reason: EndOfWait) -> Step {
      Step("\(reason)") { world in
        let (decided, continuation) = world.state.end(reason)
        if decided { world.deciders.append(reason) }
        if continuation != nil { world.resumed.append(reason) }
        return []
      }
    }
  }

  /// Every set of up to four events that end a wait, some of them of one kind, and the function that suspends or does not
  /// come to it.
  @Test(arguments: 0...4, [true, false])
  func theContinuationIsResumedOnceByWhoeverCameFirst(_ ends: Int, _ suspends: Bool) {
    let reasons: [EndOfWait] = [.settled, .cancelled, .timedOut]
    for chosen in choices(of: ends, from: reasons.count) {
      let threads = chosen.map { [World.end(reasons[$0])] } + (suspends ? [[World.suspend]] : [])
      let count = Interleavings.explore(World(), threads: threads, kinds: chosen + (suspends ? [-1] : [])) {
        world, trail in
        let first = trail.first { $0 != "suspend" }
        #expect(world.deciders.map { "\($0)" } == (first.map { [$0] } ?? []), "\(trail)")
        #expect(world.resumed == (suspends ? world.deciders : []), "\(trail)")
        #expect(world.state.isOver == (first != nil), "\(trail)")
      }
      #expect(count > ends || !suspends)
    }
  }

  @Test func alsoIfOneThreadEndsItTwice() {
    let count = Interleavings.explore(
      World(),
      threads: [
        [World.suspend], [World.end(.settled)], [World.end(.cancelled)], [World.end(.timedOut)],
        [World.end(.settled), World.end(.cancelled)],
      ]
    ) { world, trail in
      let first = trail.first { $0 != "suspend" }!
      #expect(world.deciders.map { "\($0)" } == [first], "\(trail)")
      #expect(world.resumed == world.deciders, "\(trail)")
    }
    #expect(count == 360)
  }
}
