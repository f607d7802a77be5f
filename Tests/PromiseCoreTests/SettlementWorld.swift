import PromiseCore
import Synchronization
import TestSupport

/// The state machine, everything that was done because of what it returned, and what ought to have been done, by the
/// plainest means there are.
final class SettlementWorld {
  var machine = Settlement()

  // What was done.
  var attached: [String] = []
  var delivered: [String] = []
  var removed: [String] = []
  var orphaned: [String] = []
  var settlers: [String] = []
  var told: [String] = []
  var linked: [String] = []
  /// What was not as it ought to be.
  var problems: [String] = []

  // What ought to be.
  private var observers: [String: Named] = [:]
  /// Those who want the outcome, and have not left.
  private var consumers: Set<String> = []
  /// Cancellation was asked for while it was pending.
  private var wasCancelled = false
  /// Those who are told if that happens.
  private var upstreams: [String] = []
  private var toBeTold: [String] = []
  /// It has gone, unsettled: nobody has it, so nobody does anything to it any more.
  private var isGone = false

  private var isPending: Bool { settlers.isEmpty && !isGone }

  private func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// What is wrong when all is over.
  var problemsAtTheEnd: [String] {
    let inLine = attached.filter { !removed.contains($0) && !orphaned.contains($0) }
    expect(settlers.count <= 1, "settled by \(settlers)")
    expect(delivered == (isPending || isGone ? [] : inLine), "served \(delivered) of \(inLine)")
    expect(removed.allSatisfy { observers[$0]!.isStale }, "removed \(removed)")
    expect(told == toBeTold, "told \(told) instead of \(toBeTold)")
    expect(machine.cancelRequested == wasCancelled, "cancelled: \(machine.cancelRequested)")
    expect(machine.phase == (settlers.isEmpty ? .pending : .settled), "\(machine.phase)")
    expect(machine.observerCount == (isPending ? inLine.count : 0), "\(machine.observerCount) in line")
    return problems
  }

  // MARK: What can happen

  typealias Step = Interleavings<SettlementWorld>.Step

  private static func step(_ name: String, _ run: @escaping (SettlementWorld) -> [Step]) -> Step {
    Step(name) { world in world.isGone ? [] : run(world) }
  }

  static func attach(_ name: String) -> Step {
    step("attach \(name)") { world in
      let named = Named(name)
      world.attached.append(name)
      world.observers[name] = named
      world.consumers.insert(name)
      var observer: AnyObserver? = named.inLine
      world.machine.attach(&observer)
      if let observer { world.delivered.append(observer.name) }
      return []
    }
  }

  /// An observer that is attached is cancelled, and then says so.
  ///
  /// - Parameter atOnce: Whether nothing happens in between.
  static func leave(_ name: String, atOnce: Bool = false) -> [Step] {
    let isCancelled = step("\(name) is cancelled") { world in
      world.observers[name]!.hasLeft.store(true, ordering: .relaxed)
      return []
    }
    let leaves = step("\(name) leaves") { world in
      if atOnce { world.observers[name]!.hasLeft.store(true, ordering: .relaxed) }
      let isConsumer = world.consumers.remove(name) != nil
      let isLast = world.isPending && isConsumer && world.consumers.isEmpty
      world.expect(world.machine.consumerLeft() == isLast, "\(name) is \(isLast ? "" : "not ")the last to leave")
      world.removed += world.machine.removeStale().map(\.name)
      if world.isPending {
        let left = world.attached.filter { !world.consumers.contains($0) && !world.removed.contains($0) }
        world.expect(left.count * 2 <= world.machine.observerCount, "\(left) are kept")
      }
      return []
    }
    return atOnce ? [leaves] : [isCancelled, leaves]
  }

  static var deliver: Step {
    step("deliver") { world in
      guard let batch = world.machine.nextBatch() else { return [] }
      world.delivered += batch.map(\.name)
      return [SettlementWorld.deliver]
    }
  }

  /// - Parameter isServed: Whether the one who is alone in line is as good as served.
  static func settle(_ name: String, cancelled: Bool = false, isServed: Bool = false) -> Step {
    step("settle \(name)") { world in
      var audience = Audience.nobody
      var upstreams = Upstreams.none
      let isFirst =
        isServed
        ? world.machine.settle(cancelled: cancelled, &audience, &upstreams) { _ in true }
        : world.machine.settle(cancelled: cancelled, &audience, &upstreams)
      world.expect(isFirst == world.isPending, "settled by \(name): \(isFirst)")
      guard isFirst else { return [] }
      world.settlers.append(name)
      world.expect(upstreams.names == world.upstreams, "lets \(upstreams.names) go")
      if cancelled {
        world.told += upstreams.names
        world.cancel()
      }
      world.upstreams = []
      switch consume audience {
      case .nobody: return []
      case .several: return [SettlementWorld.deliver]
      case .served(let observer):
        world.delivered.append(observer.name)
        return []
      case .one(let observer):
        return [
          step("deliver to one") { world in
            world.delivered.append(observer.name)
            return [SettlementWorld.deliver]
          }
        ]
      }
    }
  }

  static func link(_ name: StaticString, replacing: Bool = false) -> Step {
    step(replacing ? "replace by \(name)" : "link \(name)") { world in
      world.linked.append("\(name)")
      var dropped = Upstreams.none
      let linking = world.machine.link(named(name), replacing: replacing, dropped: &dropped)
      if linking == .tellNow { world.told.append("\(name)") }
      if world.wasCancelled {
        world.toBeTold.append("\(name)")
      } else if world.isPending {
        world.expect(dropped.names == (replacing ? world.upstreams : []), "drops \(dropped.names)")
        world.upstreams = (replacing ? [] : world.upstreams) + ["\(name)"]
      }
      let expected: Settlement.Linking =
        world.wasCancelled ? .tellNow : world.isPending ? .remembered : .tooLate
      world.expect(linking == expected, "\(name) is \(linking)")
      return []
    }
  }

  static var hurry: Step {
    step("hurry") { world in
      world.told += world.machine.requestCancel().names
      if world.isPending { world.cancel() }
      return []
    }
  }

  /// The last who had it lets go of it.
  static var takeOrphans: Step {
    step("take orphans") { world in
      world.orphaned = world.machine.takeOrphans().map(\.name)
      let waiting = world.isPending ? world.attached.filter { !world.removed.contains($0) } : []
      world.expect(world.orphaned == waiting, "\(waiting) wait, \(world.orphaned) are told")
      world.isGone = world.isPending
      return []
    }
  }

  private func cancel() {
    toBeTold += upstreams
    upstreams = []
    wasCancelled = true
  }
}

/// Somebody who is known by a name, and may leave.
final class Named: Consumer {
  let name: String
  let hasLeft = Atomic(false)

  init(_ name: String) { self.name = name }

  var isStale: Bool { hasLeft.load(ordering: .relaxed) }

  var inLine: AnyObserver { Observer(consumer: self) { _, _, _ in nil } }
}

extension AnyObserver {
  var name: String { ((self as? Observer)?.consumer as? Named)?.name ?? "nobody" }
}

/// Upstreams are promises here, known by where they were made.
func named(_ name: StaticString) -> Upstream { .engine(Promise<Void>(origin: Origin(name, 1), scope: nil)) }

extension Upstreams {
  var names: [String] {
    var names: [String] = []
    for case .engine(let engine) in all { names.append(engine.origin.file) }
    return names
  }
}
