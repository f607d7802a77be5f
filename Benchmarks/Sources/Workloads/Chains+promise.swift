public import Dispatch
import Measuring
import PromiseConcurrency

/// Chains of promises, each with handlers on one serial queue.
public enum PromiseChains {
  /// One chain: a resolved promise and so many handlers, the last of which says that the chain is over.
  @inline(never)
  static func chain(_ links: Int, on queue: DispatchQueue, _ finished: Countdown) {
    var last = Promise.value(1)
    for _ in 1..<links { last = last.map(on: queue) { $0 &+ 1 } }
    _ = last.map(on: queue) { finished.arrive(with: $0 &+ 1) }
  }

  /// One chain after the other, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on queue: DispatchQueue) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      chain(links, on: queue, finished)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// All chains at once; waits for the last of them.
  public static func throughput(links: Int, chains: Int, on queue: DispatchQueue) {
    let finished = Countdown(chains)
    for _ in 0..<chains { chain(links, on: queue, finished) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// So many pending promises, each with a handler on a queue, settled one after the other.
  public static func pending(_ count: Int, on queue: DispatchQueue) {
    let finished = Countdown(count)
    var resolvers: [Resolver<Int>] = []
    resolvers.reserveCapacity(count)
    for _ in 0..<count {
      let (promise, resolver) = Promise<Int>.pending()
      _ = promise.map(on: queue) { finished.arrive(with: $0) }
      resolvers.append(resolver)
    }
    for resolver in resolvers { resolver.fulfill(1) }
    verify(finished.wait(), is: count)
  }
}
