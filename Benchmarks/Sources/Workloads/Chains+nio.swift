import Dispatch
import Measuring
public import NIOCore
import NIOPosix

/// The same with the futures of SwiftNIO, on the event loop that they belong to.
public enum NIOChains {
  /// The only loop. It is started when somebody asks for it.
  public static let loop: any EventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  /// One chain: a succeeded future and so many handlers, the last of which says that the chain is over.
  @inline(never)
  static func chain(_ links: Int, on loop: any EventLoop, _ finished: Countdown) {
    var last = loop.makeSucceededFuture(1)
    for _ in 1..<links { last = last.map { $0 &+ 1 } }
    last.whenSuccess { finished.arrive(with: $0 &+ 1) }
  }

  /// One chain after the other, made on the loop, waiting for each.
  public static func oneAtATime(links: Int, chains: Int, on loop: any EventLoop) {
    for _ in 0..<chains {
      let finished = Countdown(1)
      loop.execute { chain(links, on: loop, finished) }
      verify(finished.wait(), is: links + 1)
    }
  }

  /// All chains at once, made on the loop; waits for the last of them.
  public static func throughput(links: Int, chains: Int, on loop: any EventLoop) {
    let finished = Countdown(chains)
    for _ in 0..<chains {
      loop.execute { chain(links, on: loop, finished) }
    }
    verify(finished.wait(), is: chains * (links + 1))
  }

  /// So many pending futures, each with a handler, settled one after the other from outside of the loop.
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
