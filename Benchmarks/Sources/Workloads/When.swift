import Dispatch
import Measuring
public import NIOCore
import PromiseConcurrency

/// Waits for a large number of results: creates, combines and settles them, and reads the values.
public enum WhenAll {
  /// Uses promises.
  public static func promises(_ count: Int) {
    var members: [Promise<Int>] = []
    var resolvers: [Resolver<Int>] = []
    members.reserveCapacity(count)
    resolvers.reserveCapacity(count)
    for _ in 0..<count {
      let (promise, resolver) = Promise<Int>.pending()
      members.append(promise)
      resolvers.append(resolver)
    }
    let whole = when(fulfilled: members)
    for resolver in resolvers { resolver.fulfill(1) }
    verify(whole.value?.count ?? 0, is: count)
  }

  /// Uses SwiftNIO futures on their event loop.
  public static func futures(_ count: Int, on loop: any EventLoop) {
    let finished = Countdown(1)
    loop.execute {
      var members: [EventLoopFuture<Int>] = []
      var promises: [EventLoopPromise<Int>] = []
      members.reserveCapacity(count)
      promises.reserveCapacity(count)
      for _ in 0..<count {
        let promise = loop.makePromise(of: Int.self)
        members.append(promise.futureResult)
        promises.append(promise)
      }
      let whole = EventLoopFuture.whenAllSucceed(members, on: loop)
      for promise in promises { promise.succeed(1) }
      whole.whenSuccess { finished.arrive(with: $0.count) }
    }
    verify(finished.wait(), is: count)
  }

  /// Uses a dispatch group, which collects no values.
  public static func group(_ count: Int) {
    let group = DispatchGroup()
    for _ in 0..<count { group.enter() }
    for _ in 0..<count { group.leave() }
    group.wait()
  }

  /// Uses a task group.
  public static func tasks(_ count: Int) async {
    let values = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for _ in 0..<count { group.addTask { 1 } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    verify(values.count, is: count)
  }
}
