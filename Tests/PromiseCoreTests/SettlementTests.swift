import PromiseCore
import TestSupport
import Testing

/// The state machine, in every order in which its events can happen.
struct SettlementTests {
  /// The machine, and everything that was done because of what it returned.
  struct World {
    var machine = Settlement<String, String>()
    var attached: [String] = []
    var delivered: [String] = []
    var settlers: [String] = []
    var told: [String] = []
    var linked: [String] = []

    typealias Step = Interleavings<World>.Step

    static func attach(_ name: String) -> Step {
      Step("attach \(name)") { world in
        world.attached.append(name)
        if world.machine.attach(name) == .deliverNow { world.delivered.append(name) }
        return []
      }
    }

    static var deliver: Step {
      Step("deliver") { world in
        guard let batch = world.machine.nextBatch() else { return [] }
        batch.forEach { world.delivered.append($0) }
        return [World.deliver]
      }
    }

    static func settle(_ name: String, cancelled: Bool = false) -> Step {
      Step("settle \(name)") { world in
        guard let upstreams = world.machine.settle(cancelled: cancelled) else { return [] }
        world.settlers.append(name)
        if cancelled { upstreams.forEach { world.told.append($0) } }
        return [World.deliver]
      }
    }

    static func link(_ name: String) -> Step {
      Step("link \(name)") { world in
        world.linked.append(name)
        if world.machine.link(name).0 == .tellNow { world.told.append(name) }
        return []
      }
    }

    static var hurry: Step {
      Step("hurry") { world in
        world.machine.requestCancel().forEach { world.told.append($0) }
        return []
      }
    }
  }

  @Test func everyObserverIsServedOnceAndInOrder() {
    let count = Interleavings.explore(
      World(),
      threads: [
        [World.attach("a"), World.attach("b")], [World.settle("x")], [World.attach("c")], [World.settle("y")],
      ]
    ) { world, trail in
      #expect(world.delivered == world.attached, "\(trail)")
      #expect(world.settlers.count == 1, "\(trail)")
      #expect(world.machine.phase == .settled, "\(trail)")
    }
    #expect(count > 100)
  }

  @Test func everyUpstreamIsToldOnceIfCancellationCameFirst() {
    let count = Interleavings.explore(
      World(),
      threads: [
        [World.link("u"), World.link("v")], [World.settle("cancel", cancelled: true)], [World.settle("value")],
        [World.attach("a")],
      ]
    ) { world, trail in
      if world.settlers == ["cancel"] {
        #expect(world.told.sorted() == world.linked.sorted(), "\(trail)")
      } else {
        #expect(world.told.isEmpty, "\(trail)")
      }
      #expect(world.delivered == ["a"], "\(trail)")
    }
    #expect(count > 100)
  }

  @Test func aGuaranteeIsAskedToHurryAndStillServesEverybody() {
    let count = Interleavings.explore(
      World(), threads: [[World.link("u")], [World.hurry], [World.hurry], [World.settle("value")], [World.attach("a")]]
    ) { world, trail in
      let hurried = trail.firstIndex(of: "hurry")!
      let settled = trail.firstIndex(of: "settle value")!
      let linked = trail.firstIndex(of: "link u")!
      let isTold = hurried < settled && (linked < settled || world.machine.cancelRequested)
      #expect(world.told == (isTold ? ["u"] : []), "\(trail)")
      #expect(world.delivered == ["a"], "\(trail)")
      #expect(world.settlers == ["value"], "\(trail)")
    }
    #expect(count > 100)
  }

  @Test func theLastConsumerToLeaveIsToldSo() {
    var machine = Settlement<String, String>()
    _ = machine.attach("a")
    _ = machine.attach("b")
    var wasLast = [machine.consumerLeft()]
    _ = machine.attach("c")
    wasLast += [machine.consumerLeft(), machine.consumerLeft()]
    _ = machine.settle()
    wasLast += [machine.consumerLeft()]
    #expect(wasLast == [false, false, true, false])
  }

  @Test func staleObserversAreTakenOutOfLine() {
    var machine = Settlement<Int, String>()
    for number in 0..<100 { _ = machine.attach(number) }
    var removed = 0
    for number in 0..<60 {
      _ = machine.consumerLeft()
      removed += machine.removeStale { $0 <= number }.count
    }
    #expect(removed >= 50)
    #expect(machine.observerCount == 100 - removed)
    _ = machine.settle()
    var left: [Int] = []
    machine.nextBatch()?.forEach { left.append($0) }
    #expect(left == Array(removed..<100))
  }

  @Test func replacingAnUpstreamForgetsTheFormer() {
    var machine = Settlement<String, String>()
    var linking = machine.link("old").0
    #expect(linking == .remembered)
    linking = machine.link("new", replacing: true).0
    #expect(linking == .remembered)
    var told: [String] = []
    machine.settle(cancelled: true)?.forEach { told.append($0) }
    #expect(told == ["new"])
    linking = machine.link("late").0
    #expect(linking == .tellNow)
  }

  @Test func anUpstreamThatComesAfterTheOutcomeIsTooLate() {
    var machine = Settlement<String, String>()
    _ = machine.settle()
    let linking = machine.link("late").0
    #expect(linking == .tooLate)
  }
}
