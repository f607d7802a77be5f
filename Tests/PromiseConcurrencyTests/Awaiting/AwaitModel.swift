import PromiseConcurrency
import TestSupport

@testable import PromiseCore

/// A model of a promise and its consumers, some of which are tasks that wait in `get()`. It runs the state machines of
/// both, one step for each step that the library takes between two locks, and tracks the expected result in the
/// simplest way.
final class AwaitModel {
  typealias Step = Interleavings<AwaitModel>.Step

  /// A task that waits in `get()`, or, without a policy, a derived promise.
  final class ModelConsumer: Consumer, @unchecked Sendable {
    // Synchronized by the exploration, which runs on one thread.
    let name: String
    let policy: CancellationPolicy?
    var wait = AwaitStateMachine<String>()
    /// Whether the derived promise is settled.
    var isSettled = false
    /// Whether the task has reached the point at which cancellation and the time limit end its wait.
    var listens = false
    /// The events that end the wait as soon as the task listens.
    var missed: [AwaitResult] = []
    /// All events that tried to end the wait, in order.
    var ends: [AwaitResult] = []
    var resumed: [AwaitResult] = []

    init(_ name: String, _ policy: CancellationPolicy?) {
      self.name = name
      self.policy = policy
    }

    var isStale: Bool { policy == nil ? isSettled : wait.hasEnded }
  }

  private var promise = PromiseState()
  private var consumers: [String: ModelConsumer] = [:]
  private var observers: [String: ClosureObserver] = [:]

  /// The events that settled the promise. At most one may do so.
  private var settlers: [String] = []
  /// All events that tried to settle the promise.
  private var attempts: [String] = []
  /// The consumers that want the outcome: they have neither departed nor received it.
  private var wanting: Set<String> = []
  private var listed: Set<String> = []
  private var problems: [String] = []

  var isCanceled: Bool { settlers == ["cancel"] }

  private func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// Returns the consumer with a name. Another thread may refer to a task before the task begins.
  private func consumer(_ name: String, _ policy: CancellationPolicy?) -> ModelConsumer {
    if let consumer = consumers[name] { return consumer }
    let consumer = ModelConsumer(name, policy)
    consumers[name] = consumer
    return consumer
  }

  /// The violations that are found after the last step.
  var problemsAtTheEnd: [String] {
    expect(settlers == Array(attempts.prefix(1)), "settled by \(settlers) of \(attempts)")
    expect(promise.machine.isPending == attempts.isEmpty, "pending: \(promise.machine.isPending)")
    expect(promise.machine.isCancelRequested == isCanceled, "canceled: \(promise.machine.isCancelRequested)")
    expect(
      promise.machine.observerCount == (attempts.isEmpty ? listed.count : 0),
      "\(promise.machine.observerCount) observers in the list")
    for consumer in consumers.values {
      if consumer.policy == nil {
        expect(consumer.isSettled || attempts.isEmpty, "\(consumer.name) is pending")
      } else {
        let first = Array(consumer.ends.prefix(1))
        expect(consumer.resumed == first, "\(consumer.name) is resumed with \(consumer.resumed) instead of \(first)")
        expect(
          consumer.wait.hasEnded == !first.isEmpty, "the wait of \(consumer.name) ended: \(consumer.wait.hasEnded)")
        expect(!first.isEmpty || attempts.isEmpty, "\(consumer.name) still waits")
      }
    }
    if attempts.isEmpty { countConsumers() }
    return problems
  }

  /// Checks the number of consumers: if all of them depart after one more has attached, that one must be the last.
  private func countConsumers() {
    let last = ModelConsumer("last", nil)
    _ = attach(last)
    last.isSettled = true
    let others = wanting.subtracting(["last"])
    for name in others { expect(!depart(name), "\(name) is the last consumer") }
    expect(depart("last"), "there are more than \(others.count) consumers")
  }

  // MARK: - The waiting task

  /// The steps of `get()`: the task attaches, listens for the events that end the wait, and suspends.
  static func get(_ name: String, _ policy: CancellationPolicy) -> [Step] {
    [
      Step("\(name) attaches") { model in
        let consumer = model.consumer(name, policy)
        let listens = Step("\(name) listens") { $0.listen(consumer) }
        // If there is no outcome, no event in between makes a difference.
        return model.attach(consumer) ? model.listen(consumer) : [receive(consumer), listens]
      },
      Step("\(name) suspends") { model in
        let consumer = model.consumer(name, policy)
        if let result = consumer.wait.suspend(name) { consumer.resumed.append(result) }
        return []
      },
    ]
  }

  /// Attaches an observer. Returns whether it is in the observer list.
  private func attach(_ consumer: ModelConsumer) -> Bool {
    let new = ClosureObserver(consumer: consumer) { _, _, _ in nil }
    observers[consumer.name] = new
    var observer: Observer? = .object(new)
    promise.attach(&observer)
    guard observer == nil else { return false }
    if attempts.isEmpty {
      wanting.insert(consumer.name)
      listed.insert(consumer.name)
    }
    return true
  }

  private func listen(_ consumer: ModelConsumer) -> [Step] {
    consumer.listens = true
    return consumer.missed.flatMap { end(consumer, $0) }
  }

  // MARK: - The end of the wait

  /// The waiting task is canceled, or its time limit is reached.
  static func interrupt(_ name: String, _ policy: CancellationPolicy, _ result: AwaitResult) -> [Step] {
    [
      Step("\(name) is \(result)") { model in
        let consumer = model.consumer(name, policy)
        if consumer.listens { return model.end(consumer, result) }
        consumer.missed.append(result)
        consumer.missed.sort { first, _ in first == .timedOut }  // the timer is observed first
        return []
      }
    ]
  }

  /// Ends the wait, unless another event has ended it. If the event is not the outcome, the task departs.
  ///
  /// A suspended task is resumed afterward. That is not a separate step, because the task takes no further one.
  private func end(_ consumer: ModelConsumer, _ result: AwaitResult) -> [Step] {
    consumer.ends.append(result)
    let (decided, continuation) = consumer.wait.end(result)
    expect(decided == (consumer.ends.count == 1), "\(consumer.name): \(result) decides: \(decided)")
    if let continuation {
      expect(continuation == consumer.name, "\(consumer.name) resumes \(continuation)")
      consumer.resumed.append(result)
    }
    return decided && result != .settled ? [Self.depart(consumer, cancels: consumer.policy == .forward)] : []
  }

  /// The consumer no longer wants the outcome. If it was the last one, and `cancels` is `true`, the promise is
  /// canceled.
  private static func depart(_ consumer: ModelConsumer, cancels: Bool) -> Step {
    Step("\(consumer.name) departs") { model in
      model.depart(consumer.name) && cancels ? [settle("cancel", cancelsUpstream: true)] : []
    }
  }

  /// Deregisters a consumer. Returns whether it was the last one.
  private func depart(_ name: String) -> Bool {
    let isLast = wanting.remove(name) != nil && wanting.isEmpty
    var departure = Departure()
    promise.machine.depart(observers[name].map(Observer.object), &departure)
    expect(departure.wasLast == isLast, "\(name) is \(isLast ? "" : "not ")the last consumer")
    expect(departure.hasRemains == attempts.isEmpty, "the departure of \(name) returns the wrong handler")
    for observer in departure.removed {
      let removed = Self.consumer(of: observer)
      expect(removed.isStale && listed.remove(removed.name) != nil, "\(removed.name) is removed")
    }
    return departure.wasLast
  }

  // MARK: - Derived promises

  static func derive(_ name: String) -> Step {
    Step("\(name) attaches") { model in
      let consumer = model.consumer(name, nil)
      return model.attach(consumer) ? [] : [receive(consumer)]
    }
  }

  /// Derives a promise, and cancels it.
  static func cancelDerived(_ name: String) -> [Step] {
    [
      derive(name),
      Step("\(name) is canceled") { model in
        let consumer = model.consumer(name, nil)
        if consumer.isSettled { return [] }
        consumer.isSettled = true
        return [depart(consumer, cancels: true)]
      },
    ]
  }

  // MARK: - The outcome

  static func settle(_ name: String, cancelsUpstream: Bool = false) -> Step {
    Step("\(name)") { model in
      var batch = ObserverBatch()
      var released = ReleasedTargets()
      let wasPending = model.promise.settle(cancelsUpstream: cancelsUpstream, &batch, &released)
      model.attempts.append(name)
      guard wasPending else { return [] }
      model.settlers.append(name)
      model.wanting = []
      model.listed = []
      return deliver(batch.all)
    }
  }

  private static func deliver(_ observers: [Observer]) -> [Step] {
    if observers.isEmpty { return [] }
    return observers.map { receive(consumer(of: $0)) } + [
      Step("end delivery") { model in
        model.promise.endDelivery() ? [] : [Step("take joined") { model in deliver(model.promise.takeJoined()) }]
      }
    ]
  }

  private static func consumer(of observer: Observer) -> ModelConsumer {
    (observer.object as! ClosureObserver).consumer as! ModelConsumer
  }

  private static func receive(_ consumer: ModelConsumer) -> Step {
    Step("\(consumer.name) receives the outcome") { model in
      if consumer.policy != nil { return model.end(consumer, .settled) }
      consumer.isSettled = true
      return []
    }
  }
}
