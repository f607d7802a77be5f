import PromiseCore
import Synchronization
import TestSupport
import Testing

/// The state machine, in every order in which its events can happen.
struct SettlementTests {
  typealias World = SettlementWorld

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
    #expect(count == 414)
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
    #expect(count == 166)
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
    #expect(count == 270)
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

/// Likewise, of everything that can happen: every set of up to four threads, of which each does one of these things, and
/// what follows from it.
///
/// In release builds nothing is left out. In debug builds one thing is, for four threads: there, nothing happens between
/// an observer's being cancelled and its saying so, which makes 32,353 orders of 495,145. Those take ten to twenty seconds in
/// a release build, and would take minutes in others.
struct EverySettlementTests {
  typealias World = SettlementWorld

  /// What a thread can do: the names of its own are made of its number.
  private static func kinds(leavesAtOnce: Bool) -> [(_ number: Int) -> [World.Step]] {
    [
      { [World.attach("\($0)")] },
      { [World.attach("\($0)")] + World.leave("\($0)", atOnce: leavesAtOnce) },
      { [World.settle("\($0)")] },
      { [World.settle("\($0)", isServed: true)] },
      { [World.settle("\($0)", cancelled: true)] },
      { [World.link(names[$0])] },
      { [World.link(names[$0], replacing: true)] },
      { _ in [World.hurry] },
      { _ in [World.takeOrphans] },
    ]
  }

  private static let names: [StaticString] = ["u0", "u1", "u2", "u3"]

  #if DEBUG
    private static let isShortened = true
  #else
    private static let isShortened = false
  #endif

  @Test(arguments: [(1, 9), (2, 120), (3, 4_660), (4, isShortened ? 32_353 : 495_145)])
  func whatIsDoneIsWhatOughtToBe(_ threads: Int, _ orders: Int) {
    let kinds = Self.kinds(leavesAtOnce: threads == 4 && Self.isShortened)
    var count = 0
    for chosen in choices(of: threads, from: kinds.count) {
      let threads = chosen.enumerated().map { number, kind in kinds[kind](number) }
      count += Interleavings.explore(World(), threads: threads, kinds: chosen) { world, trail in
        let problems = world.problemsAtTheEnd
        if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
      }
    }
    #expect(count == orders)
  }
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

  @discardableResult
  fileprivate mutating func settle() -> Bool {
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    return settle(&audience, &upstreams)
  }
}
