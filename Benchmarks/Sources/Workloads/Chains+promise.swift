public import Dispatch
import Measuring
import PromiseConcurrency

/// Chains of promises, each with handlers on one serial queue.
public enum PromiseChains {
  /// Creates a chain: a settled promise and `links` handlers, the last of which reports the end of the chain.
  @inline(never)
  static func chain(_ links: Int, on queue: DispatchQueue, _ finished: Countdown) {
    var last = Promise.value(1)
    for _ in 1..<links { last = last.map(on: queue) { $0 &+ 1 } }
    _ = last.map(on: queue) { finished.arrive(with: $0 &+ 1) }
  }

  /// Runs one chain at a time, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on queue: DispatchQueue) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      chain(links, on: queue, finished)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// Runs all chains concurrently, and waits for the last one.
  public static func throughput(links: Int, chains: Int, on queue: DispatchQueue) {
    let finished = Countdown(chains)
    for _ in 0..<chains { chain(links, on: queue, finished) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// Creates `count` pending promises with one handler each on a queue, and settles them one after another.
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
