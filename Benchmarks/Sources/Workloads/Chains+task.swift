import Dispatch
import Measuring

/// The same with tasks, each of which awaits the one before it.
public enum TaskChains {
  /// One chain: a task that returns a value, and so many that await the one before, the last of which says that the
  /// chain is over.
  @inline(never)
  static func chain(_ links: Int, _ finished: Countdown) {
    var last = Task.detached { 1 }
    for _ in 1..<links {
      let before = last
      last = Task.detached { await before.value &+ 1 }
    }
    let before = last
    Task.detached { finished.arrive(with: await before.value &+ 1) }
  }

  /// One chain after the other, waiting for each.
  public static func oneAtATime(links: Int, chains: Int) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      chain(links, finished)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// All chains at once; waits for the last of them.
  public static func throughput(links: Int, chains: Int) {
    let finished = Countdown(chains)
    for _ in 0..<chains { chain(links, finished) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// So many tasks, each of which awaits a continuation; the continuations are resumed one after the other.
  public static func pending(_ count: Int) {
    let finished = Countdown(count)
    let started = Countdown(count)
    let waiting = Waiting(count)
    for index in 0..<count {
      Task.detached {
        let value = await withCheckedContinuation { continuation in
          waiting.add(continuation, at: index)
          started.arrive(with: 0)
        }
        finished.arrive(with: value)
      }
    }
    verify(started.wait(), is: 0)
    waiting.resumeAll(with: 1)
    verify(finished.wait(), is: count)
  }
}
