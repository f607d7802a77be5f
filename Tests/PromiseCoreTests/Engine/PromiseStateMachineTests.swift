import TestSupport
import Testing

@testable import PromiseCore

@Suite(.sharingProcessors) struct PromiseStateMachineTests {
  typealias Model = PromiseStateMachineModel

  // MARK: - Observers

  @Test func `the outcome is delivered to each observer once and in order, whichever thread settles`() {
    let count = Interleavings.explore(
      Model(),
      threads: [
        [Model.attach("a"), Model.attach("b")], [Model.settle("x")], [Model.attach("c")], [Model.settle("y")],
      ]
    ) { model, trail in
      #expect(model.delivered == model.attached, "\(trail)")
      #expect(model.settlers.count == 1, "\(trail)")
      #expect(model.promise.isDelivered == true, "\(trail)")
    }
    #expect(count == 780)
  }

  @Test func `delivery ends immediately without observers, and otherwise after the last one that joins`() {
    var empty = PromiseState()
    #expect(empty.settle() == [])
    #expect(empty.isDelivered == true)
    for count in 1...3 {
      var promise = PromiseState()
      let names = (0..<count).map { "\($0)" }
      for name in names { promise.attach(NamedConsumer(name).observer) }
      #expect(promise.settle() == names)
      #expect(promise.isDelivered == false)
      promise.attach(NamedConsumer("late").observer)
      promise.attach(NamedConsumer("later").observer)
      #expect(promise.machine.observerCount == 2)
      #expect(promise.endDelivery() == false)
      promise.attach(NamedConsumer("latest").observer)
      #expect(promise.takeJoined().map(\.name) == ["late", "later", "latest"])
      #expect(promise.endDelivery() == true)
      #expect(promise.isDelivered == true)
    }
  }

  @Test func `a promise that has finished its delivery leaves a new observer to the caller`() {
    var promise = PromiseState()
    promise.settle()
    var observer: Observer? = NamedConsumer("late").observer
    promise.attach(&observer)
    #expect(observer?.name == "late")
    #expect(promise.machine.observerCount == 0)
  }

  // MARK: - Departures

  @Test func `only the departure of the last consumer of a pending promise counts as last`() {
    var machine = PromiseStateMachine()
    machine.attach(NamedConsumer("a").observer)
    machine.attach(NamedConsumer("b").observer)
    var wasLast = [machine.depart().wasLast]
    machine.attach(NamedConsumer("c").observer)
    wasLast += [machine.depart().wasLast, machine.depart().wasLast]
    machine.settle()
    wasLast += [machine.depart().wasLast]
    #expect(wasLast == [false, false, true, false])
  }

  @Test(arguments: [1, 2, 3]) func `a departure takes only the handler of its own observer`(_ count: Int) {
    var machine = PromiseStateMachine()
    var tokens = (0..<count).map { _ in Token() }
    let observers = tokens.map { token in Observer.object(ClosureObserver(consumer: nil) { _, _, _ in token.hold() }) }
    let references = tokens.map { WeakToken(token: $0) }
    tokens = []
    for observer in observers { machine.attach(observer) }
    do {
      let departure = machine.depart(observers[0])
      // The values that the handler captured must be released after the lock.
      #expect(references.allSatisfy { $0.token != nil })
      withExtendedLifetime(departure) {}
    }
    #expect(references.map { $0.token == nil } == (0..<count).map { $0 == 0 })
    withExtendedLifetime(observers) {}
  }

  @Test func `a departure during or after the delivery does not take the handler`() {
    var promise = PromiseState()
    let observer = NamedConsumer("a").observer
    promise.attach(observer)
    promise.settle()
    for isDelivered in [false, true] {
      #expect(promise.isDelivered == isDelivered)
      let departure = promise.machine.depart(observer)
      #expect(!departure.hasRemains)
      #expect(!departure.wasLast)
      if !isDelivered { #expect(promise.endDelivery() == true) }
    }
  }

  @Test func `stale observers are removed once more than half of the consumers have departed`() {
    var machine = PromiseStateMachine()
    let observers = (0..<100).map { NamedConsumer("\($0)").observer }
    for observer in observers { machine.attach(observer) }
    var removed: [String] = []
    for (index, observer) in observers.prefix(60).enumerated() {
      observer.makeStale()
      removed += machine.depart(observer).removed.map(\.name)
      #expect(removed.count == (index < 50 ? 0 : 51))
    }
    #expect(removed == (0..<51).map { "\($0)" })
    #expect(machine.observerCount == 49)
    #expect(machine.settle() == observers.dropFirst(51).map(\.name))
  }

  @Test func `an observer that needs the outcome is kept when its consumer departs`() {
    var machine = PromiseStateMachine()
    let observers = (0..<10).map { NamedConsumer("\($0)").observer }
    for observer in observers { machine.attach(observer) }
    var wasLast: [Bool] = []
    for _ in observers {
      let departure = machine.depart()
      #expect(departure.removed.isEmpty)
      #expect(!departure.hasRemains)
      wasLast.append(departure.wasLast)
    }
    #expect(wasLast == Array(repeating: false, count: 9) + [true])
    #expect(machine.settle() == observers.map(\.name))
  }

  @Test func `consumers that attach and depart one after another do not grow the observer list`() {
    var machine = PromiseStateMachine()
    for _ in 0..<100 {
      let observer = NamedConsumer("a").observer
      machine.attach(observer)
      observer.makeStale()
      #expect(machine.depart(observer).wasLast)
      #expect(machine.observerCount <= 1)
    }
  }
}

private final class Token: Sendable {
  func hold() -> HandlerExecutor? { nil }
}

private struct WeakToken {
  weak var token: Token?
}
