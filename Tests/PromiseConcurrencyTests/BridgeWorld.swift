import PromiseConcurrency
import PromiseCore
import TestSupport

/// A promise and those who want it, tasks that wait among them: the state machines of both, every step that the real code
/// takes between two locks, and what ought to come of it, by the plainest means there are.
final class BridgeWorld {
  typealias Step = Interleavings<BridgeWorld>.Step

  /// Somebody in line: a task in `get()`, or, without a policy, a promise that is made of this one.
  final class Member: Consumer, @unchecked Sendable {
    // Guarded by the exploration, which has one thread.
    let name: String
    let policy: CancelPolicy?
    var wait = WaitState<String>()
    /// Of a promise: it is settled.
    var isSettled = false
    /// The function has come so far that it hears of cancellation, and of its time being up.
    var listens = false
    /// What it will hear of when it has.
    var missed: [EndOfWait] = []
    /// All that has tried to end the wait, in order.
    var ends: [EndOfWait] = []
    var resumed: [EndOfWait] = []

    init(_ name: String, _ policy: CancelPolicy?) {
      self.name = name
      self.policy = policy
    }

    var isStale: Bool { policy == nil ? isSettled : wait.isOver }
  }

  var machine = Settlement()
  private(set) var members: [String: Member] = [:]

  /// Who settled it, of all who tried.
  private(set) var settlers: [String] = []
  private var attempts: [String] = []
  /// Those who want it, and have neither left nor been served.
  private var wanting: Set<String> = []
  private var inLine: Set<String> = []
  /// What was not as it ought to be.
  private var problems: [String] = []

  var isCancelled: Bool { settlers == ["cancel"] }

  func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// A thread of its own may speak of a task before that has begun.
  private func member(_ name: String, _ policy: CancelPolicy?) -> Member {
    if let member = members[name] { return member }
    let member = Member(name, policy)
    members[name] = member
    return member
  }

  /// What is wrong when all is over.
  var problemsAtTheEnd: [String] {
    expect(settlers == Array(attempts.prefix(1)), "settled by \(settlers) of \(attempts)")
    expect(machine.phase == (attempts.isEmpty ? .pending : .settled), "\(machine.phase)")
    expect(machine.cancelRequested == isCancelled, "cancelled: \(machine.cancelRequested)")
    expect(machine.observerCount == (attempts.isEmpty ? inLine.count : 0), "\(machine.observerCount) in line")
    for member in members.values {
      if member.policy == nil {
        expect(member.isSettled || attempts.isEmpty, "\(member.name) was not served")
      } else {
        let first = Array(member.ends.prefix(1))
        expect(member.resumed == first, "\(member.name) is resumed for \(member.resumed), and not \(first)")
        expect(member.wait.isOver == !first.isEmpty, "\(member.name) is over: \(member.wait.isOver)")
        expect(!first.isEmpty || attempts.isEmpty, "\(member.name) was not served")
      }
    }
    if attempts.isEmpty { countThoseWhoWantIt() }
    return problems
  }

  /// If so many leave, and one more who comes now, that one is the last.
  private func countThoseWhoWantIt() {
    var last: AnyObserver? = observer(Member("last", nil))
    machine.attach(&last)
    for name in wanting { expect(!machine.consumerLeft(), "\(name) is the last to want it") }
    expect(machine.consumerLeft(), "more than \(wanting.count) want it")
  }

  private func observer(_ member: Member) -> AnyObserver { Observer(consumer: member) { _, _, _ in nil } }

  // MARK: The waiting function

  /// `get()`: it stands in line, listens to whatever ends the wait, and suspends.
  static func get(_ name: String, _ policy: CancelPolicy) -> [Step] {
    [
      Step("\(name) attaches") { world in
        let member = world.member(name, policy)
        let listens = Step("\(name) listens") { $0.listen(member) }
        // Unless the outcome is there, nothing that happens in between makes a difference.
        return world.attach(member) ? world.listen(member) : [serve(member), listens]
      },
      Step("\(name) suspends") { world in
        let member = world.member(name, policy)
        if let reason = member.wait.suspend(name) { member.resumed.append(reason) }
        return []
      },
    ]
  }

  /// Returns whether it is in line.
  private func attach(_ member: Member) -> Bool {
    var waiting: AnyObserver? = observer(member)
    machine.attach(&waiting)
    guard waiting == nil else { return false }
    if attempts.isEmpty {
      wanting.insert(member.name)
      inLine.insert(member.name)
    }
    return true
  }

  private func listen(_ member: Member) -> [Step] {
    member.listens = true
    return member.missed.flatMap { end(member, $0) }
  }

  // MARK: Whatever ends the wait

  /// The waiting task is cancelled, or its time is up.
  static func interrupt(_ name: String, _ policy: CancelPolicy, _ reason: EndOfWait) -> [Step] {
    [
      Step("\(name) is to be \(reason)") { world in
        let member = world.member(name, policy)
        if member.listens { return world.end(member, reason) }
        member.missed.append(reason)
        member.missed.sort { first, _ in first == .timedOut }  // the timer is asked first
        return []
      }
    ]
  }

  /// Whoever is the first to end the wait, and not because there is an outcome, also leaves.
  ///
  /// If the function has suspended, it is resumed after that, which is no step of its own: it does nothing more.
  private func end(_ member: Member, _ reason: EndOfWait) -> [Step] {
    member.ends.append(reason)
    let (decided, continuation) = member.wait.end(reason)
    expect(decided == (member.ends.count == 1), "\(member.name): \(reason) decides: \(decided)")
    if let continuation {
      expect(continuation == member.name, "\(member.name) resumes \(continuation)")
      member.resumed.append(reason)
    }
    return decided && reason != .settled ? [Self.leave(member, cancels: member.policy == .forward)] : []
  }

  /// It wants the outcome no more. If it was the last to, and that `cancels`, the promise is cancelled.
  private static func leave(_ member: Member, cancels: Bool) -> Step {
    Step("\(member.name) leaves") { world in
      let isOne = world.wanting.remove(member.name) != nil
      let isLast = isOne && world.wanting.isEmpty
      world.expect(world.machine.consumerLeft() == isLast, "\(member.name) is \(isLast ? "" : "not ")the last to leave")
      for case let observer as Observer in world.machine.removeStale() {
        let removed = observer.consumer as! Member
        world.expect(removed.isStale && world.inLine.remove(removed.name) != nil, "\(removed.name) is removed")
      }
      return isLast && cancels ? [settle("cancel", cancelled: true)] : []
    }
  }

  // MARK: Promises made of it

  /// Makes a promise of this one.
  static func derive(_ name: String) -> Step {
    Step("\(name) attaches") { world in
      let member = world.member(name, nil)
      return world.attach(member) ? [] : [serve(member)]
    }
  }

  /// Makes a promise of this one, and cancels it.
  static func cancelDerived(_ name: String) -> [Step] {
    [
      derive(name),
      Step("\(name) is cancelled") { world in
        let member = world.member(name, nil)
        if member.isSettled { return [] }
        member.isSettled = true
        return [leave(member, cancels: true)]
      },
    ]
  }

  // MARK: The outcome

  static func settle(_ name: String, cancelled: Bool = false) -> Step {
    Step("\(name)") { world in
      var audience = Audience.nobody
      var upstreams = Upstreams.none
      let isFirst = world.machine.settle(cancelled: cancelled, &audience, &upstreams)
      world.attempts.append(name)
      guard isFirst else { return [] }
      world.settlers.append(name)
      world.wanting = []
      world.inLine = []
      switch consume audience {
      case .nobody: return []
      case .one(let observer): return [serve(observer), deliver]
      case .served(let observer): return [serve(observer)]
      case .several: return [deliver]
      }
    }
  }

  private static var deliver: Step {
    Step("deliver") { world in
      guard let batch = world.machine.nextBatch() else { return [] }
      return batch.map(serve) + [BridgeWorld.deliver]
    }
  }

  private static func serve(_ observer: AnyObserver) -> Step { serve((observer as! Observer).consumer as! Member) }

  private static func serve(_ member: Member) -> Step {
    Step("\(member.name) is served") { world in
      if member.policy != nil { return world.end(member, .settled) }
      member.isSettled = true
      return []
    }
  }
}
