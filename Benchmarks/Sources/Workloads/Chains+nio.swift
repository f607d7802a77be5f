import Dispatch
import Measuring
public import NIOCore
import NIOPosix

/// The same chains with SwiftNIO futures on their event loop.
public enum NIOChains {
  /// The only event loop. It starts on first access.
  public static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  /// Creates a chain: a succeeded future and `links` handlers, the last of which reports the end of the chain.
  @inline(never)
  static func chain(_ links: Int, on loop: any EventLoop, _ finished: Countdown) {
    var last = loop.makeSucceededFuture(1)
    for _ in 1..<links { last = last.map { $0 &+ 1 } }
    last.whenSuccess { finished.arrive(with: $0 &+ 1) }
  }

  /// Runs one chain at a time, created on the event loop, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on loop: any EventLoop) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      loop.execute { chain(links, on: loop, finished) }
      verify(finished.wait(), is: links + 1)
    }
  }

  /// Runs all chains concurrently, created on the event loop, and waits for the last one.
  public static func throughput(links: Int, chains: Int, on loop: any EventLoop) {
    let finished = Countdown(chains)
    for _ in 0..<chains {
      loop.execute { chain(links, on: loop, finished) }
    }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// Creates `count` pending futures with one handler each, and settles them in turn from outside the event loop.
  public static func pending(_ count: Int, on loop: any EventLoop) {
    let finished = Countdown(count)
    var promises: [EventLoopPromise<Int>] = []
    promises.reserveCapacity(count)
    for _ in 0..<count {
      let promise = loop.makePromise(of: Int.self)
      promise.futureResult.whenSuccess { finished.arrive(with: $0) }
      promises.append(promise)
    }
    for promise in promises { promise.succeed(1) }
    verify(finished.wait(), is: count)
  }
}
