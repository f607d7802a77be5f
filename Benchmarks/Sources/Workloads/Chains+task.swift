import Dispatch
import Measuring

/// The same chains with tasks, each of which awaits the previous one.
public enum TaskChains {
  /// Creates a chain: a task that returns a value and `links` tasks that each await the previous one. The last one
  /// reports the end of the chain.
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

  /// Runs one chain at a time, waiting for each.
  public static func oneAtATime(links: Int, chains: Int) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      chain(links, finished)
      verify(finished.wait(), is: links + 1)
    }
  }

  /// Runs all chains concurrently, and waits for the last one.
  public static func throughput(links: Int, chains: Int) {
    let finished = Countdown(chains)
    for _ in 0..<chains { chain(links, finished) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// Starts `count` tasks that each await a continuation, and resumes the continuations one after another.
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
