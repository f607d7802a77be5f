public import Dispatch
import Measuring

/// The same chains with Dispatch alone: each block submits the next one and passes on its value.
public enum DispatchChains {
  /// The shared state of the blocks in a chain, so that each block captures one reference and two numbers.
  private final class Chain: Sendable {
    let links: Int
    let queue: DispatchQueue
    let finished: Countdown

    init(_ links: Int, on queue: DispatchQueue, _ finished: Countdown) {
      self.links = links
      self.queue = queue
      self.finished = finished
    }

    /// Submits the block that computes the next value.
    @inline(never)
    func step(_ index: Int, _ value: Int) {
      queue.async { [self] in
        let next = value &+ 1
        if index == links { finished.arrive(with: next) } else { step(index &+ 1, next) }
      }
    }
  }

  /// Runs one chain at a time, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on queue: DispatchQueue) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      Chain(links, on: queue, finished).step(1, 1)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// Runs all chains concurrently, and waits for the last one.
  public static func throughput(links: Int, chains: Int, on queue: DispatchQueue) {
    let finished = Countdown(chains)
    for _ in 0..<chains { Chain(links, on: queue, finished).step(1, 1) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// Submits `count` blocks to a queue.
  public static func pending(_ count: Int, on queue: DispatchQueue) {
    let finished = Countdown(count)
    for _ in 0..<count { queue.async { finished.arrive(with: 1) } }
    verify(finished.wait(), is: count)
  }
}
