public import Dispatch
import Measuring
import OpenCombine
import OpenCombineDispatch

/// The same chains with OpenCombine: a `Future`, and `receive(on:)` before each handler.
public enum CombineChains {
  /// Creates a chain: a completed future and `links` handlers, the last of which reports the end of the chain.
  @inline(never)
  static func chain(_ links: Int, on queue: DispatchQueue, _ finished: Countdown) -> AnyCancellable {
    var last = Future<Int, Never> { $0(.success(1)) }.eraseToAnyPublisher()
    for _ in 1..<links { last = last.receive(on: queue.ocombine).map { $0 &+ 1 }.eraseToAnyPublisher() }
    return last.receive(on: queue.ocombine).sink { finished.arrive(with: $0 &+ 1) }
  }

  /// Runs one chain at a time, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on queue: DispatchQueue) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      let subscription = chain(links, on: queue, finished)
      verify(finished.wait(), is: links + 1)
      subscription.cancel()
    }
  }

  /// Runs all chains concurrently, and waits for the last one.
  public static func throughput(links: Int, chains: Int, on queue: DispatchQueue) {
    let finished = Countdown(chains)
    var subscriptions: [AnyCancellable] = []
    subscriptions.reserveCapacity(chains)
    for _ in 0..<chains { subscriptions.append(chain(links, on: queue, finished)) }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// Creates `count` pending futures with one handler each, and settles them one after another.
  ///
  /// The handlers enqueue their work themselves: with `receive(on:)` on a concurrent queue, the completion may overtake
  /// the value.
  public static func pending(_ count: Int, on queue: DispatchQueue) {
    let finished = Countdown(count)
    var settlers: [Future<Int, Never>.Promise] = []
    var subscriptions: [AnyCancellable] = []
    for _ in 0..<count {
      let future = Future<Int, Never> { settlers.append($0) }
      subscriptions.append(future.sink { value in queue.async { finished.arrive(with: value) } })
    }
    for settle in settlers { settle(.success(1)) }
    verify(finished.wait(), is: count)
  }
}
