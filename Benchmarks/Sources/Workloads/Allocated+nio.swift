import Measuring
public import NIOCore

/// Creates SwiftNIO futures on their event loop, to count their allocations.
public enum NIOObjects {
  /// Creates `count` succeeded futures inside `counted`. Must be called on the event loop.
  public static func settled(_ count: Int, on loop: any EventLoop, counted: (() -> Void) -> Void) {
    var all: [EventLoopFuture<Int>] = []
    all.reserveCapacity(count)
    counted { for index in 0..<count { all.append(loop.makeSucceededFuture(index)) } }
    verify(all.count, is: count)
  }

  /// Creates `count` pending futures with one chained handler each, inside `counted`. Must be called on the event loop.
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
