import PromiseConcurrency
import PromiseCore
import TestSupport
import Testing

/// Tasks that wait for a promise, are canceled and time out, while other threads consume, cancel and settle the
/// promise. The tests run the state machines of the promise and of the waits together, in every order of their steps.
@Suite(.sharingProcessors) struct AnyPromiseWaitInterleavingTests {
  typealias Model = AwaitModel

  /// The steps of one thread.
  private struct Kind {
    let steps: [Model.Step]
    /// The index of the thread that this one requires, if any.
    var needs: Int?
  }

  private static func kinds(_ a: CancellationPolicy, _ b: CancellationPolicy) -> [Kind] {
    [
      Kind(steps: Model.get("a", a)),
      Kind(steps: Model.interrupt("a", a, .canceled), needs: 0),
      Kind(steps: Model.interrupt("a", a, .timedOut), needs: 0),
      Kind(steps: Model.get("b", b), needs: 0),
      Kind(steps: Model.interrupt("b", b, .canceled), needs: 3),
      Kind(steps: [Model.settle("value")]),
      Kind(steps: [Model.settle("cancel", cancelsUpstream: true)]),
      Kind(steps: [Model.derive("c")]),
      Kind(steps: Model.cancelDerived("d")),
    ]
  }

  /// The number of orders of two threads and of three threads.
  private static let orders = [
    [41, 4_461],  // a and b leave the promise alone
    [41, 4_503],
    [43, 4_847],
    [43, 4_889],  // both cancel the promise
  ]

  /// Explores every set of two and three threads that includes the first kind. Sets of four have up to millions of
  /// orders; the next test explores one of them.
  @Test(arguments: [CancellationPolicy.leave, .forward], [CancellationPolicy.leave, .forward])
  func `every wait ends once, and the promise is canceled if no other consumer wants it`(
    _ a: CancellationPolicy, _ b: CancellationPolicy
  ) {
    let kinds = Self.kinds(a, b)
    let orders = Self.orders[(a == .leave ? 0 : 2) + (b == .leave ? 0 : 1)]
    for size in 2...3 {
      var count = 0
      for chosen in choices(of: size, from: kinds.count) where chosen[0] == 0 && Set(chosen).count == size {
        guard chosen.allSatisfy({ kinds[$0].needs.map(chosen.contains) ?? true }) else { continue }
        count += Self.explore(chosen.map { kinds[$0].steps })
      }
      #expect(count == orders[size - 2])
    }
  }

  /// A waiting task, its cancellation, the outcome, and a derived promise that is canceled.
  @Test(arguments: [(CancellationPolicy.leave, 36_561), (.forward, 37_525)])
  func `a waiting task and a derived promise are canceled while the promise settles`(
    _ policy: CancellationPolicy, _ orders: Int
  ) {
    let kinds = Self.kinds(policy, policy)
    #expect(Self.explore([0, 1, 5, 8].map { kinds[$0].steps }) == orders)
  }

  @Test(arguments: [CancellationPolicy.leave, .forward])
  func `the only consumer cancels the promise only with the policy forward`(_ policy: CancellationPolicy) {
    let count = Interleavings.explore(
      Model(), threads: [Model.get("a", policy), Model.interrupt("a", policy, .canceled), [Model.settle("value")]]
    ) { model, trail in
      let departs = trail.firstIndex(of: "a departs")
      let cancels = trail.firstIndex(of: "cancel") ?? .max
      #expect(model.isCanceled == (cancels < trail.firstIndex(of: "value")!), "\(trail)")
      #expect(policy == .forward || cancels == .max, "\(trail)")
      // The task departs if it was canceled before it received the outcome.
      let canceled = trail.firstIndex(of: "a is canceled")!
      let listened = trail.firstIndex(of: "a listens") ?? trail.firstIndex(of: "a attaches")!
      let received = trail.firstIndex(of: "a receives the outcome") ?? .max
      #expect((departs != nil) == (max(canceled, listened) < received), "\(trail)")
    }
    #expect(count == (policy == .leave ? 64 : 71))
  }

  private static func explore(_ threads: [[Model.Step]]) -> Int {
    Interleavings.explore(Model(), threads: threads) { model, trail in
      let problems = model.problemsAtTheEnd
      if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
    }
  }
}
