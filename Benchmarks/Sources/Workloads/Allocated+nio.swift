import Measuring
public import NIOCore

/// What is alive when futures of SwiftNIO have been made, on their loop.
public enum NIOObjects {
  /// Makes so many succeeded futures and calls `counted` around it. To be called on the loop.
  public static func settled(_ count: Int, on loop: any EventLoop, counted: (() -> Void) -> Void) {
    var all: [EventLoopFuture<Int>] = []
    all.reserveCapacity(count)
    counted { for index in 0..<count { all.append(loop.makeSucceededFuture(index)) } }
    verify(all.count, is: count)
  }

  /// Makes so many pending futures, each with one chained handler, and calls `counted` around it. To be called on the loop.
  public static func pending(_ count: Int, on loop: any EventLoop, counted: (() -> Void) -> Void) {
    var all: [(promise: EventLoopPromise<Int>, next: EventLoopFuture<Int>)] = []
    all.reserveCapacity(count)
    counted {
      for index in 0..<count {
        let promise = loop.makePromise(of: Int.self)
        all.append((promise, promise.futureResult.map { $0 &+ index }))
      }
    }
    let finished = Countdown(count)
    for (promise, next) in all {
      next.whenSuccess { finished.arrive(with: $0) }
      promise.succeed(1)
    }
    verify(finished.wait(), is: count * (count + 1) / 2)
  }
}
