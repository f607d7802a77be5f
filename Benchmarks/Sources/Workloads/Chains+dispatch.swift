public import Dispatch
import Measuring

/// The same by hand: blocks on a queue, each of which submits the next and hands its value on.
public enum DispatchChains {
  /// What the blocks of one chain share, so that a block holds one reference and two numbers.
  private final class Chain: Sendable {
    let links: Int
    let queue: DispatchQueue
    let finished: Countdown

    init(_ links: Int, on queue: DispatchQueue, _ finished: Countdown) {
      self.links = links
      self.queue = queue
      self.finished = finished
    }

    /// Submits the block that makes a new value of this one.
    @inline(never)
    func step(_ index: Int, _ value: Int) {
      queue.async { [self] in
        let next = value &+ 1
        if index == links { finished.arrive(with: next) } else { step(index &+ 1, next) }
      }
    }
  }

  /// One chain after the other, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on queue: DispatchQueue) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      Chain(links, on: queue, finished).step(1, 1)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// All chains at once; waits for the last of them.
  public static func throughput(links: Int, chains: Int, on queue: DispatchQueue) {
    let finished = Countdown(chains)
    for _ in 0..<chains { Chain(links, on: queue, finished).step(1, 1) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// So many blocks on a queue.
  public static func pending(_ count: Int, on queue: DispatchQueue) {
    let finished = Countdown(count)
    for _ in 0..<count { queue.async { finished.arrive(with: 1) } }
    verify(finished.wait(), is: count)
  }
}
