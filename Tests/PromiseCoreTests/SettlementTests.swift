import PromiseCore
import Synchronization
import TestSupport
import Testing

/// The state machine, in every order in which its events can happen.
struct SettlementTests {
  /// The machine, and everything that was done because of what it returned.
  final class World {
    var machine = Settlement()
    var attached: [String] = []
    var delivered: [String] = []
    var settlers: [String] = []
    var told: [String] = []
    var linked: [String] = []

    typealias Step = Interleavings<World>.Step

    static func attach(_ name: String) -> Step {
      Step("attach \(name)") { world in
        world.attached.append(name)
        var observer: AnyObserver? = Named(name).inLine
        world.machine.attach(&observer)
        if let observer { world.delivered.append(observer.name) }
        return []
      }
    }

    static var deliver: Step {
      Step("deliver") { world in
        guard let batch = world.machine.nextBatch() else { return [] }
        world.delivered += batch.map(\.name)
        return [World.deliver]
      }
    }

    static func settle(_ name: String, cancelled: Bool = false) -> Step {
      Step("settle \(name)") { world in
        var audience = Audience.nobody
        var upstreams = Upstreams.none
        guard world.machine.settle(cancelled: cancelled, &audience, &upstreams) else { return [] }
        world.settlers.append(name)
        if cancelled { world.told += upstreams.names }
        switch consume audience {
        case .nobody: return []
        case .several: return [World.deliver]
        case .served(let observer):
          world.delivered.append(observer.name)
          return []
        case .one(let observer):
          return [
            Step("deliver to one") { world in
              world.delivered.append(observer.name)
              return [World.deliver]
            }
          ]
        }
      }
    }

    static func link(_ name: StaticString) -> Step {
      Step("link \(name)") { world in
        world.linked.append("\(name)")
        if world.machine.link(named(name)) == .tellNow { world.told.append("\(name)") }
        return []
      }
    }

    static var hurry: Step {
      Step("hurry") { world in
        world.told += world.machine.requestCancel().names
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

  @Test func whoIsAsGoodAsServedComesBeforeWhoAttachesLater() {
    var machine = Settlement()
    machine.attach(Named("a").inLine)
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    let isFirst = machine.settle(&audience, &upstreams) { $0.name == "a" }
    #expect(isFirst)
    guard case .served(let observer) = consume audience else {
      Issue.record("it is not said to be served")
      return
    }
    #expect(observer.name == "a")
    #expect(machine.phase == .settled)
    var late: AnyObserver? = Named("b").inLine
    machine.attach(&late)
    #expect(late?.name == "b")
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
    var machine = Settlement()
    machine.attach(Named("a").inLine)
    machine.attach(Named("b").inLine)
    var wasLast = [machine.consumerLeft()]
    machine.attach(Named("c").inLine)
    wasLast += [machine.consumerLeft(), machine.consumerLeft()]
    machine.settle()
    wasLast += [machine.consumerLeft()]
    #expect(wasLast == [false, false, true, false])
  }

  @Test func staleObserversAreTakenOutOfLine() {
    var machine = Settlement()
    let observers = (0..<100).map { Named("\($0)") }
    for observer in observers { machine.attach(observer.inLine) }
    var removed = 0
    for observer in observers.prefix(60) {
      observer.hasLeft.store(true, ordering: .relaxed)
      _ = machine.consumerLeft()
      removed += machine.removeStale().count
    }
    #expect(removed >= 50)
    #expect(machine.observerCount == 100 - removed)
    machine.settle()
    let left = machine.nextBatch()?.map(\.name)
    #expect(left == observers.dropFirst(removed).map(\.name))
  }

  @Test func whoWasAloneInLineLeavesNothingBehind() {
    var machine = Settlement()
    for _ in 0..<3 {
      let observer = Named("a")
      machine.attach(observer.inLine)
      observer.hasLeft.store(true, ordering: .relaxed)
      let wasLast = machine.consumerLeft()
      #expect(wasLast)
      #expect(machine.removeStale().map(\.name) == ["a"])
      #expect(machine.observerCount == 0)
    }
    machine.settle()
    #expect(machine.phase == .settled)
  }

  @Test func replacingAnUpstreamForgetsTheFormer() {
    var machine = Settlement()
    var linking = machine.link(named("old"))
    #expect(linking == .remembered)
    linking = machine.link(named("new"), replacing: true)
    #expect(linking == .remembered)
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    let isFirst = machine.settle(cancelled: true, &audience, &upstreams)
    #expect(isFirst)
    #expect(upstreams.names == ["new"])
    linking = machine.link(named("late"))
    #expect(linking == .tellNow)
  }

  @Test func anUpstreamThatComesAfterTheOutcomeIsTooLate() {
    var machine = Settlement()
    machine.settle()
    let linking = machine.link(named("late"))
    #expect(linking == .tooLate)
  }
}

/// Somebody who is known by a name, and may leave.
private final class Named: Consumer {
  let name: String
  let hasLeft = Atomic(false)

  init(_ name: String) { self.name = name }

  var isStale: Bool { hasLeft.load(ordering: .relaxed) }

  var inLine: AnyObserver { Observer(consumer: self) { _, _, _ in nil } }
}

extension AnyObserver {
  fileprivate var name: String { ((self as? Observer)?.consumer as? Named)?.name ?? "nobody" }
}

extension Settlement {
  fileprivate mutating func link(_ upstream: Upstream, replacing: Bool = false) -> Linking {
    var dropped = Upstreams.none
    return link(upstream, replacing: replacing, dropped: &dropped)
  }

  fileprivate mutating func attach(_ observer: AnyObserver) {
    var waiting: AnyObserver? = observer
    attach(&waiting)
    #expect(waiting == nil)
  }
}

extension Settlement {
  @discardableResult
  fileprivate mutating func settle() -> Bool {
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    return settle(&audience, &upstreams)
  }
}

/// Upstreams are promises here, known by where they were made.
private func named(_ name: StaticString) -> Upstream { .engine(Promise<Void>(origin: Origin(name, 1), scope: nil)) }

extension Upstreams {
  fileprivate var names: [String] {
    var names: [String] = []
    for case .engine(let engine) in all { names.append(engine.origin.file) }
    return names
  }
}
