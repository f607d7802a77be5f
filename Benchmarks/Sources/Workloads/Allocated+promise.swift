public import Dispatch
import Measuring
import PromiseConcurrency

/// Creates promises, to count their allocations.
public enum PromiseObjects {
  /// Creates `count` settled promises inside `counted`.
  public static func settled(_ count: Int, counted: (() -> Void) -> Void) {
    var all: [Promise<Int>] = []
    all.reserveCapacity(count)
    counted { for index in 0..<count { all.append(.value(index)) } }
    verify(all.reduce(0) { $0 + ($1.value ?? 0) }, is: count * (count - 1) / 2)
  }

  /// Creates `count` pending promises with one chained handler each, inside `counted`.
  public static func pending(_ count: Int, on queue: DispatchQueue, counted: (() -> Void) -> Void) {
    var all: [(resolver: Resolver<Int>, next: Promise<Int>)] = []
    all.reserveCapacity(count)
    counted {
      for index in 0..<count {
        let (promise, resolver) = Promise<Int>.pending()
        all.append((resolver, promise.map(on: queue) { $0 &+ index }))
      }
    }
    for (resolver, _) in all { resolver.fulfill(1) }
    queue.sync {}
    verify(all.reduce(0) { $0 + ($1.next.value ?? 0) }, is: count * (count + 1) / 2)
  }
}
