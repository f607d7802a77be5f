import PromiseCore
import TestSupport
import Testing

/// `ProgressStateMachine` in every interleaving of the steps of several threads.
@Suite(.sharingProcessors) struct ProgressStateMachineTests {
  /// A progress with one handler, which records the snapshots that it receives.
  struct Model {
    var state = ProgressStateMachine<Int>()
    /// The fractions in the order of the changes, followed by `nil`.
    var changes: [Double?] = []
    var received: [Double?] = []
    /// The number of threads that are calling handlers.
    var delivering = 0
    var peakDelivering = 0

    typealias Step = Interleavings<Model>.Step
    typealias Notification = ProgressHandlers<Int>.Notification

    init() { _ = state.observe(1, isInline: true, startsWithSnapshot: false) }

    /// A change under the lock, followed by its delivery.
    static func change(_ name: String, _ body: @escaping (inout Model) -> Void) -> Step {
      Step(name) { model in
        body(&model)
        return [
          Step("\(name): starts delivering") { model in
            guard let notification = model.state.handlers.startDelivering() else { return [] }
            model.delivering += 1
            model.peakDelivering = max(model.peakDelivering, model.delivering)
            return [call(notification)]
          }
        ]
      }
    }

    /// Calls the handler outside the lock, and then asks for the next notification.
    static func call(_ notification: Notification) -> Step {
      Step("calls the handler") { model in
        model.received.append(notification.snapshot?.fractionCompleted)
        return [
          Step("asks for the next") { model in
            if let next = model.state.handlers.nextNotification() { return [call(next)] }
            model.delivering -= 1
            return []
          }
        ]
      }
    }

    static func report(_ count: Int64) -> Step {
      change("reports \(count)") { model in
        if model.state.report(.init(completed: count, total: 4, description: "")) {
          model.changes.append(Double(count) / 4)
        }
      }
    }

    static var finish: Step {
      change("finishes") { model in
        let old = model.state.snapshot
        guard model.state.finish(isFulfilled: true) != nil else { return }
        if model.state.snapshot != old { model.changes.append(1) }
        model.changes.append(nil)
      }
    }
  }

  @Test func `a handler receives every change in order, on one thread at a time, and the end last`() {
    let count = Interleavings.explore(
      Model(), threads: [[Model.report(1), Model.report(2)], [Model.report(3)], [Model.finish]]
    ) { model, trail in
      if model.received != model.changes || model.peakDelivering > 1 || model.delivering != 0 {
        Issue.record("\(model.received), not \(model.changes): \(trail)")
      }
    }
    #expect(count > 1000)
  }

  private func report(_ count: Int64, to state: inout ProgressStateMachine<Int>) {
    let hasChanged = state.report(ProgressSnapshot(completed: count, total: 4, description: ""))
    #expect(hasChanged)
  }

  @Test func `a handler added late receives the current snapshot first and then every change`() {
    var state = ProgressStateMachine<Int>()
    report(1, to: &state)
    let noHandler = state.handlers.startDelivering()
    #expect(noHandler == nil)
    let number = state.observe(7, isInline: true, startsWithSnapshot: true)
    report(2, to: &state)
    let first = state.handlers.startDelivering()
    #expect(first?.handlers.map(\.handler) == [7] && first?.snapshot?.completedUnitCount == 1)
    let otherThread = state.handlers.startDelivering()
    #expect(otherThread == nil)
    let second = state.handlers.nextNotification()
    #expect(second?.snapshot?.completedUnitCount == 2)
    let end = state.handlers.nextNotification()
    #expect(end == nil)
    let removed = [state.handlers.remove(number), state.handlers.remove(number)]
    #expect(removed == [7, nil])
    report(3, to: &state)
    let afterRemoval = state.handlers.startDelivering()
    #expect(afterRemoval == nil)
  }

  @Test func `a handler added after the end receives the last snapshot and the end`() {
    var state = ProgressStateMachine<Int>()
    let (first, second) = (state.finish(isFulfilled: true), state.finish(isFulfilled: true))
    #expect(first != nil && second == nil)
    _ = state.observe(7, isInline: true, startsWithSnapshot: true)
    #expect(state.handlers.count == 0)
    let last = state.handlers.startDelivering()
    #expect(last?.snapshot?.fractionCompleted == 1)
    let end = state.handlers.nextNotification()
    #expect(end?.handlers.map(\.handler) == [7] && end?.snapshot == nil)
    let rest = state.handlers.nextNotification()
    #expect(rest == nil)
  }

  // MARK: - Members

  /// A member with one parent. Several threads pass the changes of the member on to the parent.
  struct Family {
    var member = ProgressStateMachine<Int>()
    var parent = ProgressStateMachine<Int>()

    typealias Step = Interleavings<Family>.Step

    /// Applies a change to the parent.
    static func pass(_ change: ProgressChange, _ subscriptions: [ProgressSubscription]) -> [Step] {
      subscriptions.map { subscription in
        Step("the parent applies \(change.snapshot.completedUnitCount)") { family in
          _ = family.parent.update(subscription, with: change)
          return []
        }
      }
    }

    static func report(_ count: Int64) -> Step {
      Step("reports \(count)") { family in
        guard family.member.report(.init(completed: count, total: 4, description: "")) else { return [] }
        let (change, subscriptions) = family.member.outgoing
        return pass(change, subscriptions)
      }
    }

    static var finish: Step {
      Step("finishes") { family in
        guard let (outgoing, _, _) = family.member.finish(isFulfilled: true) else { return [] }
        return pass(outgoing.change, outgoing.subscriptions)
      }
    }

    static var join: Step {
      Step("begins a sum") { family in
        let (generation, _) = family.parent.beginSum()
        return [
          Step("adds the member") { family in
            let subscription = family.parent.addInput(nil, of: nil, generation: generation, isDerived: false)!
            return [
              Step("the member adds the parent") { family in pass(family.member.addParent(subscription), [subscription])
              }
            ]
          }
        ]
      }
    }
  }

  @Test func `a parent ends with the last snapshot of its member, whichever thread passes it on`() {
    let count = Interleavings.explore(
      Family(), threads: [[Family.report(1)], [Family.report(2)], [Family.finish], [Family.join]]
    ) { family, trail in
      if family.parent.snapshot != family.member.snapshot || family.parent.snapshot.fractionCompleted != 1 {
        Issue.record("\(family.parent.snapshot), not \(family.member.snapshot): \(trail)")
      }
    }
    #expect(count > 500)
  }

  @Test func `the members of a previous sum no longer count`() {
    var member = ProgressStateMachine<Int>()
    var parent = ProgressStateMachine<Int>()
    let (old, _) = parent.beginSum()
    let subscription = parent.addInput(nil, of: nil, generation: old, isDerived: true)!
    let (_, canceled) = parent.beginSum()
    #expect(canceled.map(ObjectIdentifier.init) == [ObjectIdentifier(subscription)])
    let late = parent.addInput(nil, of: nil, generation: old, isDerived: true)
    #expect(late == nil)
    report(1, to: &member)
    let hasChanged = parent.update(subscription, with: member.outgoing.change)
    #expect(!hasChanged)
    #expect(parent.snapshot.completedUnitCount == 0)
  }

  @Test(arguments: [true, false])
  func `the progress of a source that has ended does not count for a promise derived from it`(_ isDerived: Bool) {
    var source = ProgressStateMachine<Int>()
    var parent = ProgressStateMachine<Int>()
    report(3, to: &source)
    _ = source.finish(isFulfilled: true)
    let (generation, _) = parent.beginSum()
    let subscription = parent.addInput(nil, of: nil, generation: generation, isDerived: isDerived)!
    let change = source.addParent(subscription)
    #expect(change.snapshot.completedUnitCount == (isDerived ? 0 : 4))
    #expect(source.parentCount == 0)
  }
}
