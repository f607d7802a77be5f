import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport

/// A loop of promises in which each step returns the promise of the next one.
struct EndlessLoop: Sendable {
  let name: String
  /// Starts the loop. The last step calls `end` before it settles.
  private let start: @Sendable (_ steps: Int, _ isOver: @escaping @Sendable (Int) -> Bool) -> any Thenable<Void>

  /// Runs the loop, and returns by how many bytes the memory grows with each step while the loop is running.
  func growth(steps: Int) async -> Double {
    let measurements = Log<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    // The first tenth of the loop fills the caches of the allocator and of the runtime.
    let whole = start(steps) { left in
      if left == steps * 9 / 10 || left == 0 { measurements(Heap.allocatedBytes ?? 0) }
      if left == 0 { resolver.fulfill() }
      return left == 0
    }
    _ = await promise.getResult()
    while !whole.isSettled { await Task.yield() }
    return Double(measurements.entries[1] - measurements.entries[0]) / Double(steps * 9 / 10)
  }

  static var all: [EndlessLoop] { promises + guarantees }

  private static let queue = DispatchQueue(label: "loop")
  private static let work = DispatchQueue(label: "work")

  private static let promises = [
    EndlessLoop("loop of promises on a queue, settled work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left) ? Promise() : Promise<Void>().then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of promises on a queue, pending work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left) ? Promise() : work.async(.promise) {}.then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of inline promises, settled work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left) ? Promise() : Promise<Void>().then(on: nil) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of inline promises, pending work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left) ? Promise() : work.async(.promise) {}.then(on: nil) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of promises on an actor") { steps, isOver in
      let loop = ActorLoop(isOver)
      return Promise<Void>().then(on: nil) { Promise { await loop.step(steps) }.then(on: nil) { $0 } }
    },
    EndlessLoop("loop of promises with async work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left) ? Promise() : Promise { await Task.yield() }.then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of promises with async handlers") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left)
          ? Promise() : Promise<Void>().map { await Task.yield() }.then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of promises after an error") { steps, isOver in
      @Sendable func step(_ left: Int) -> Promise<Void> {
        isOver(left)
          ? Promise() : Promise<Void>(error: TestError.one).recover(on: queue) { _ in step(left - 1) }
      }
      return step(steps)
    },
  ]

  private static let guarantees = [
    EndlessLoop("loop of guarantees on a queue, settled work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Guarantee<Void> {
        isOver(left) ? Guarantee() : Guarantee<Void>().then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of guarantees on a queue, pending work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Guarantee<Void> {
        isOver(left) ? Guarantee() : work.async(.promise) {}.then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of inline guarantees, settled work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Guarantee<Void> {
        isOver(left) ? Guarantee() : Guarantee<Void>().then(on: nil) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of inline guarantees, pending work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Guarantee<Void> {
        isOver(left) ? Guarantee() : work.async(.promise) {}.then(on: nil) { step(left - 1) }
      }
      return step(steps)
    },
    EndlessLoop("loop of guarantees with async work") { steps, isOver in
      @Sendable func step(_ left: Int) -> Guarantee<Void> {
        isOver(left) ? Guarantee() : Guarantee { await Task.yield() }.then(on: queue) { step(left - 1) }
      }
      return step(steps)
    },
  ]

  private init(
    _ name: String, _ start: @escaping @Sendable (Int, @escaping @Sendable (Int) -> Bool) -> any Thenable<Void>
  ) {
    self.name = name
    self.start = start
  }
}

/// A loop on an actor.
private actor ActorLoop {
  private let isOver: @Sendable (Int) -> Bool

  init(_ isOver: @escaping @Sendable (Int) -> Bool) { self.isOver = isOver }

  func step(_ left: Int) -> Promise<Void> {
    isOver(left) ? Promise() : Promise<Void>().then { self.step(left - 1) }
  }
}
