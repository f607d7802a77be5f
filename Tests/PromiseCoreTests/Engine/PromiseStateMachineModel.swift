import TestSupport

@testable import PromiseCore

/// A state machine, the actions that its callers took according to its results, and a simple model of the actions that
/// they should have taken.
final class PromiseStateMachineModel {
  var promise = PromiseState()

  // These properties record the actual effects.
  private(set) var attached: [String] = []
  private(set) var delivered: [String] = []
  private(set) var removed: [String] = []
  private(set) var undelivered: [String] = []
  private(set) var settlers: [String] = []
  private(set) var notified: [String] = []
  private(set) var releasedInputs: [String] = []
  private(set) var added: [String] = []

  // These properties model the expected effects.
  private var observers: [String: Observer] = [:]
  /// The consumers that want the outcome and have not departed.
  private var consumers: Set<String> = []
  /// Whether cancellation was requested while the promise was pending, or the promise was canceled.
  private var wasCanceled = false
  /// The targets of the promise, which it keeps until it settles.
  private var targets: [String] = []
  private var toBeNotified: [String] = []
  private var toBeReleased: [String] = []
  /// Whether the promise was deallocated while pending, after which no event follows.
  private var isDeallocated = false

  private var problems: [String] = []
  private var isPending: Bool { settlers.isEmpty && !isDeallocated }

  private func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// The problems found so far, and those found in the state after the last step.
  var problemsAtTheEnd: [String] {
    let listed = attached.filter { !removed.contains($0) && !undelivered.contains($0) }
    expect(settlers.count <= 1, "settled by \(settlers)")
    expect(delivered == (isPending || isDeallocated ? [] : listed), "delivered to \(delivered) of \(listed)")
    expect(removed.allSatisfy { observers[$0]!.isStale }, "removed \(removed)")
    expect(notified == toBeNotified, "notified \(notified) instead of \(toBeNotified)")
    expect(Set(notified).count == notified.count, "notified twice: \(notified)")
    expect(releasedInputs == toBeReleased, "released \(releasedInputs) instead of \(toBeReleased)")
    expect(promise.machine.isCancelRequested == wasCanceled, "canceled: \(promise.machine.isCancelRequested)")
    expect(promise.machine.isPending == settlers.isEmpty, "pending: \(promise.machine.isPending)")
    expect(
      promise.machine.observerCount == (isPending ? listed.count : 0), "\(promise.machine.observerCount) in the list")
    expect(
      promise.machine.allTargets.map(\.name) == targets,
      "has \(promise.machine.allTargets.map(\.name)) instead of \(targets)")
    return problems
  }

  // MARK: - Observers

  typealias Step = Interleavings<PromiseStateMachineModel>.Step

  private static func step(_ name: String, _ run: @escaping (PromiseStateMachineModel) -> [Step]) -> Step {
    Step(name) { model in model.isDeallocated ? [] : run(model) }
  }

  static func attach(_ name: String) -> Step {
    step("attach \(name)") { model in
      let new = NamedConsumer(name).observer
      model.attached.append(name)
      model.observers[name] = new
      model.consumers.insert(name)
      var observer: Observer? = new
      let isDelivered = model.promise.isDelivered
      model.promise.attach(&observer)
      model.expect((observer == nil) == !isDelivered, "\(name) is left to the caller")
      if let observer { model.delivered.append(observer.name) }
      return []
    }
  }

  /// An attached derived promise is canceled, and then departs.
  static func depart(_ name: String) -> [Step] {
    let isCanceled = step("\(name) is canceled") { model in
      model.observers[name]!.makeStale()
      return []
    }
    let departs = step("\(name) departs") { model in
      let observer = model.observers[name]!
      model.depart(name, observer)
      let stale = model.attached.filter { !model.consumers.contains($0) && !model.removed.contains($0) }
        .filter { model.observers[$0]!.isStale }
      let count = model.promise.machine.observerCount
      model.expect(!model.isPending || stale.count * 2 <= count, "\(stale) are kept")
      return []
    }
    return [isCanceled, departs]
  }

  /// An attached derived guarantee is canceled. It departs but stays in the list, because it needs the outcome.
  static func departKeepingObserver(_ name: String) -> Step {
    step("\(name) departs and keeps its observer") { model in
      model.depart(name, nil)
      return []
    }
  }

  private func depart(_ name: String, _ observer: Observer?) {
    var departure = Departure()
    promise.machine.depart(observer, &departure)
    let isLast = consumers.remove(name) != nil && isPending && consumers.isEmpty
    expect(departure.wasLast == isLast, "\(name) is \(isLast ? "" : "not ")the last to depart")
    let movesHandler = isPending && observer != nil
    expect(departure.hasRemains == movesHandler, "the handler of \(name) is \(movesHandler ? "kept" : "released")")
    removed += departure.removed.map(\.name)
  }

  /// The last reference to the promise is released.
  static var deallocate: Step {
    step("deallocate") { model in
      model.undelivered = model.promise.machine.takeObservers().map(\.name)
      let waiting = model.isPending ? model.attached.filter { !model.removed.contains($0) } : []
      model.expect(model.undelivered == waiting, "\(model.undelivered) instead of \(waiting) are left at deallocation")
      model.isDeallocated = model.isPending
      return []
    }
  }

  // MARK: - The outcome

  static func settle(_ name: String, cancelsUpstream: Bool = false) -> Step {
    step("settle \(name)") { model in
      var batch = ObserverBatch()
      var released = ReleasedTargets()
      let wasPending = model.promise.settle(cancelsUpstream: cancelsUpstream, &batch, &released)
      model.expect(wasPending == model.isPending, "settled by \(name): \(wasPending)")
      guard wasPending else { return [] }
      model.settlers.append(name)
      model.release(released, cancelsUpstream: cancelsUpstream)
      return deliver(batch.all)
    }
  }

  private func release(_ released: borrowing ReleasedTargets, cancelsUpstream: Bool) {
    let names = released.targets.all.map(\.name)
    expect(names == targets, "releases \(names) instead of \(targets)")
    switch released.action {
    case .nothing, .drop: break
    case .cancel: notified += names
    case .depart: releasedInputs += released.targets.all.filter(\.isInputs).map(\.name)
    }
    if !wasCanceled {
      if cancelsUpstream { toBeNotified += targets } else { toBeReleased += targets }
    }
    if cancelsUpstream { wasCanceled = true }
    targets = []
  }

  private static func deliver(_ observers: [Observer]) -> [Step] {
    observers.isEmpty
      ? []
      : [
        step("deliver to \(observers.map(\.name))") { model in
          model.delivered += observers.map(\.name)
          return []
        },
        step("end delivery") { model in
          model.promise.endDelivery()
            ? [] : [step("take joined") { model in deliver(model.promise.takeJoined()) }]
        },
      ]
  }

  // MARK: - Cancellation

  static func add(_ name: String, replacing: Bool = false) -> Step {
    step(replacing ? "replace by \(name)" : "add \(name)") { model in
      model.added.append(name)
      var replaced = ReleasedTargets()
      let addition = model.promise.machine.add(.inputs(named: name), replacing: replacing, replaced: &replaced)
      let expected: CancellationTargets.Addition = model.wasCanceled ? .notifyNow : model.isPending ? .added : .tooLate
      model.expect(addition == expected, "\(name): \(addition) instead of \(expected)")
      let names = replaced.targets.all.map(\.name)
      model.expect(names == (replacing ? model.targets : []), "replaces \(names)")
      model.expect(replaced.action == .nothing, "\(replaced.action) for the replaced targets")
      if addition == .notifyNow { model.notified.append(name) }
      if addition == .tooLate { model.releasedInputs.append(name) }
      if model.wasCanceled { model.toBeNotified.append(name) }
      if !model.wasCanceled && !model.isPending { model.toBeReleased.append(name) }
      if model.isPending { model.targets = (replacing ? [] : model.targets) + [name] }
      return []
    }
  }

  static var requestCancellation: Step {
    step("request cancellation") { model in
      model.notified += model.promise.machine.requestCancellation().map(\.name)
      if model.isPending, !model.wasCanceled {
        model.toBeNotified += model.targets
        model.wasCanceled = true
      }
      return []
    }
  }
}

// MARK: - Names

/// A named consumer, which the test makes stale explicitly.
final class NamedConsumer: Consumer {
  let name: String
  fileprivate let hasOutcome = OnceFlag()

  init(_ name: String) { self.name = name }

  var isStale: Bool { hasOutcome.isClaimed }

  var observer: Observer { .object(ClosureObserver(consumer: self) { _, _, _ in nil }) }
}

extension Observer {
  private var consumer: NamedConsumer? { (object as? ClosureObserver)?.consumer as? NamedConsumer }

  func makeStale() { _ = consumer?.hasOutcome.claim() }

  var name: String { consumer?.name ?? "unnamed" }
}

/// Identifies targets by the creation sites of their promises.
extension CancellationTarget {
  static let promises = Dictionary(
    uniqueKeysWithValues: (["u0", "u1", "u2", "u3", "u4", "u5"] as [StaticString]).map {
      ("\($0)", Promise<Void>(site: CreationSite($0, 1), context: nil))
    })

  static func promise(named name: String) -> CancellationTarget { .promise(promises[name]!.any) }

  static func inputs(named name: String) -> CancellationTarget {
    .inputs(CombinatorInputs([promises[name]!.any], reportsLateErrors: false))
  }

  var name: String {
    switch self {
    case .promise(let promise), .adoptedPromise(let promise): promise.site.file
    case .bypassedPromise(let reference): reference.promise!.site.file
    case .inputs(let inputs): inputs.promises[0].site.file
    default: "unnamed"
    }
  }
}

extension CancellationTarget {
  /// Whether the target consists of the inputs of a combinator, from which a settled promise departs.
  fileprivate var isInputs: Bool {
    if case .inputs = self { true } else { false }
  }
}
