import PromiseConcurrency
import TestSupport
import Testing

/// Tasks that wait for a promise, are cancelled and run out of time, while others want it, cancel it and settle it: the
/// state machines of the promise and of the waits together, in every order in which their steps can be taken.
struct BridgeInterleavingTests {
  typealias World = BridgeWorld

  /// What a thread can do, and what makes no sense without another one.
  private struct Kind {
    let steps: [World.Step]
    var needs: Int?
    /// Whether what it does may settle the promise.
    var settles = false
  }

  private static func kinds(_ a: CancelPolicy, _ b: CancelPolicy) -> [Kind] {
    [
      Kind(steps: World.get("a", a)),
      Kind(steps: World.interrupt("a", a, .cancelled), needs: 0),
      Kind(steps: World.interrupt("a", a, .timedOut), needs: 0),
      Kind(steps: World.get("b", b), needs: 0),
      Kind(steps: World.interrupt("b", b, .cancelled), needs: 3),
      Kind(steps: [World.settle("value")], settles: true),
      Kind(steps: [World.settle("cancel", cancelled: true)], settles: true),
      Kind(steps: [World.derive("c")]),
      Kind(steps: World.cancelDerived("d"), settles: true),
    ]
  }

  /// How many orders there are of two threads, of three and of four.
  private static let orders = [
    [41, 4_221, 158_621],  // a and b leave
    [41, 4_263, 176_145],
    [43, 4_607, 198_947],
    [43, 4_649, 216_863],  // both cancel it
  ]

  #if DEBUG
    private static let most = 3
  #else
    private static let most = 4
  #endif

  /// Every set of two and of three of them with the first among them. In release builds also those of four in which one at
  /// most settles the promise, which take half a minute; all others of four together come in millions of orders. One of
  /// those is below.
  @Test(arguments: [CancelPolicy.leave, .forward], [CancelPolicy.leave, .forward])
  func everyWaitEndsOnceAndThePromiseIsCancelledIfNobodyElseWantsIt(_ a: CancelPolicy, _ b: CancelPolicy) {
    let kinds = Self.kinds(a, b)
    let orders = Self.orders[(a == .leave ? 0 : 2) + (b == .leave ? 0 : 1)]
    for size in 2...Self.most {
      var count = 0
      for chosen in choices(of: size, from: kinds.count) where chosen[0] == 0 && Set(chosen).count == size {
        guard chosen.allSatisfy({ kinds[$0].needs.map(chosen.contains) ?? true }) else { continue }
        guard size < 4 || chosen.count(where: { kinds[$0].settles }) <= 1 else { continue }
        count += Self.explore(chosen.map { kinds[$0].steps })
      }
      #expect(count == orders[size - 2])
    }
  }

  /// A task that waits, its being cancelled, the outcome, and a promise made of this one that is cancelled.
  @Test(arguments: [(CancelPolicy.leave, 34_498), (.forward, 35_462)])
  func whoWaitsAndAnotherAreCancelledWhileItIsSettled(_ policy: CancelPolicy, _ orders: Int) {
    let kinds = Self.kinds(policy, policy)
    #expect(Self.explore([0, 1, 5, 8].map { kinds[$0].steps }) == orders)
  }

  /// Who waits alone has the promise cancelled, or never does.
  @Test(arguments: [CancelPolicy.leave, .forward])
  func whoWaitsAloneHasItCancelledIfItWantsTo(_ policy: CancelPolicy) {
    let count = Interleavings.explore(
      World(), threads: [World.get("a", policy), World.interrupt("a", policy, .cancelled), [World.settle("value")]]
    ) { world, trail in
      let leaves = trail.firstIndex(of: "a leaves")
      let cancels = trail.firstIndex(of: "cancel") ?? .max
      #expect(world.isCancelled == (cancels < trail.firstIndex(of: "value")!), "\(trail)")
      #expect(policy == .forward || cancels == .max, "\(trail)")
      // It leaves if it was cancelled before it was served.
      let ended = trail.firstIndex(of: "a is to be cancelled")!
      let listened = trail.firstIndex(of: "a listens") ?? trail.firstIndex(of: "a attaches")!
      let served = trail.firstIndex(of: "a is served") ?? .max
      #expect((leaves != nil) == (max(ended, listened) < served), "\(trail)")
    }
    #expect(count == (policy == .leave ? 64 : 71))
  }

  private static func explore(_ threads: [[World.Step]]) -> Int {
    Interleavings.explore(World(), threads: threads) { world, trail in
      let problems = world.problemsAtTheEnd
      if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
    }
  }
}
