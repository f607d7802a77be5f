import Dispatch
import NIOCore
import Workloads

extension Workload {
  /// Returns all timed workloads.
  static func all() -> [Workload] {
    let queue = DispatchQueue(label: "serial")
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let loop = NIOChains.loop
    return [1, 2, 3, 10].map { chain(of: $0, on: queue, loop) }
      + [1, 3].flatMap { links in [false, true].map { throughput(of: links, on: queue, loop, onOneProcessor: $0) } }
      + [pending(on: concurrent, loop), whenAll(loop), awaitSettled(loop), awaitPending(on: queue, loop), work(loop)]
  }

  private static func chain(of links: Int, on queue: DispatchQueue, _ loop: any EventLoop) -> Workload {
    let count = 400
    return Workload(
      name: "chain-\(links)", operations: count, isOnOneProcessor: true,
      subjects: [
        .blocking("promise") { PromiseChains.oneAtATime(links: links, chains: count, on: queue) },
        .blocking("gcd") { DispatchChains.oneAtATime(links: links, chains: count, on: queue) },
        .blocking("nio") { NIOChains.oneAtATime(links: links, chains: count, on: loop) },
        .blocking("task") { TaskChains.oneAtATime(links: links, chains: count) },
        .blocking("combine") { CombineChains.oneAtATime(links: links, chains: count, on: queue) },
      ])
  }

  private static func throughput(
    of links: Int, on queue: DispatchQueue, _ loop: any EventLoop, onOneProcessor: Bool
  ) -> Workload {
    let count = 4000
    return Workload(
      name: "throughput-\(links)\(onOneProcessor ? "-one" : "")", operations: count, isOnOneProcessor: onOneProcessor,
      subjects: [
        .blocking("promise") { PromiseChains.throughput(links: links, chains: count, on: queue) },
        .blocking("gcd") { DispatchChains.throughput(links: links, chains: count, on: queue) },
        .blocking("nio") { NIOChains.throughput(links: links, chains: count, on: loop) },
        .blocking("task") { TaskChains.throughput(links: links, chains: count) },
        .blocking("combine") { CombineChains.throughput(links: links, chains: count, on: queue) },
      ])
  }

  private static func pending(on queue: DispatchQueue, _ loop: any EventLoop) -> Workload {
    let count = 10_000
    return Workload(
      name: "pending-10000", operations: count, isOnOneProcessor: false,
      subjects: [
        .blocking("promise") { PromiseChains.pending(count, on: queue) },
        .blocking("gcd") { DispatchChains.pending(count, on: queue) },
        .blocking("nio") { NIOChains.pending(count, on: loop) },
        .blocking("task") { TaskChains.pending(count) },
        .blocking("combine") { CombineChains.pending(count, on: queue) },
      ])
  }

  private static func whenAll(_ loop: any EventLoop) -> Workload {
    let count = 10_000
    return Workload(
      name: "when-10000", operations: count, isOnOneProcessor: false,
      subjects: [
        .blocking("promise") { WhenAll.promises(count) },
        .blocking("nio") { WhenAll.futures(count, on: loop) },
        .blocking("gcd") { WhenAll.group(count) },
        .awaiting("task") { await WhenAll.tasks(count) },
      ])
  }

  private static func awaitSettled(_ loop: any EventLoop) -> Workload {
    let count = 2000
    return Workload(
      name: "get-settled", operations: count, isOnOneProcessor: true,
      subjects: [
        .awaiting("promise") { try await AwaitSettled.promise(count) },
        .awaiting("task") { try await AwaitSettled.task(count) },
        .awaiting("nio") { try await AwaitSettled.future(count, on: loop) },
      ])
  }

  private static func awaitPending(on queue: DispatchQueue, _ loop: any EventLoop) -> Workload {
    let count = 1000
    return Workload(
      name: "get-pending", operations: count, isOnOneProcessor: true,
      subjects: [
        .awaiting("promise") { try await AwaitPending.promise(count, on: queue) },
        .awaiting("checked") { try await AwaitPending.checked(count, on: queue) },
        .awaiting("unsafe") { try await AwaitPending.unsafe(count, on: queue) },
        .awaiting("nio") { try await AwaitPending.future(count, on: queue, loop: loop) },
      ])
  }

  private static func work(_ loop: any EventLoop) -> Workload {
    let count = 1000
    return Workload(
      name: "async-work", operations: count, isOnOneProcessor: true,
      subjects: [
        .awaiting("promise") { try await AwaitWork.promise(count) },
        .awaiting("task") { try await AwaitWork.task(count) },
        .awaiting("by-hand") { try await AwaitWork.byHand(count) },
        .awaiting("nio") { try await AwaitWork.future(count, on: loop) },
      ])
  }
}
