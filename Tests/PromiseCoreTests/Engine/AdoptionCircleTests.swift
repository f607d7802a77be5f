import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises that wait for each other in a circle. The library does not detect this: they stay pending, but can be
/// canceled.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AdoptionCircleTests {
  /// The ways in which a circle can arise.
  enum Form: CaseIterable {
    /// A handler returns a promise derived from the promise that it settles.
    case derivedPromise
    /// The handlers of two promises return each other's promise.
    case eachOther
    /// A handler returns the promise of a task that awaits the promise that the handler settles.
    case awaitingTask
    /// The tasks of two promises await each other's promise.
    case awaitingTasks
  }

  /// Weak references to the promises of a circle.
  private struct Circle {
    private struct WeakPromise { weak var promise: Promise<Int>? }

    private let references: [WeakPromise]

    init(_ promises: [Promise<Int>]) { references = promises.map { WeakPromise(promise: $0) } }

    var promises: [Promise<Int>] { references.compactMap(\.promise) }
  }

  /// Returns two pending promises that wait for each other. Only the circle itself retains them.
  private func circle(_ form: Form, on queue: DispatchQueue?, _ lifetime: Lifetime) async -> Circle {
    let log = Log<Promise<Int>>()
    let isComplete = Gate()
    let (start, resolver) = Promise<Int>.pending()
    let object = lifetime.object()
    switch form {
    case .derivedPromise:
      let own = start.then(on: queue) { _ in
        log(
          log.entries[0].map(on: queue) { number in
            object.touch()
            return number
          })
        return log.entries[1]
      }
      log(own)
    case .eachOther:
      for index in 0..<2 {
        let promise = start.then(on: queue) { _ in log.entries[1 - index] }
        promise.map(on: nil) { _ in object.touch() }.cauterize()
        log(promise)
      }
    case .awaitingTask:
      let own = start.then(on: queue) { _ in
        log(
          Promise {
            isComplete.open()
            let number = try await log.entries[0].get()
            object.touch()
            return number
          })
        return log.entries[1]
      }
      log(own)
    case .awaitingTasks:
      for index in 0..<2 {
        log(
          Promise {
            _ = try await start.get()
            if index == 1 { isComplete.open() }
            let number = try await log.entries[1 - index].get()
            object.touch()
            return number
          })
      }
    }
    resolver.fulfill(1)
    if form == .awaitingTask || form == .awaitingTasks { try? await isComplete.opened() }
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    return Circle(log.entries)
  }

  @Test(arguments: Form.allCases, ExecutorKind.allCases)
  func `canceling either promise cancels the whole circle and releases it`(_ form: Form, _ executor: ExecutorKind)
    async
  {
    for index in 0..<2 {
      let lifetime = Lifetime()
      let circle = await circle(form, on: executor.queue, lifetime)
      do {
        // Only the promises retain each other.
        let promises = circle.promises
        #expect(promises.count == 2 && promises.allSatisfy(\.isPending) && lifetime.alive == 1)
        guard promises.count == 2 else { return }
        promises[index].cancel()
        for promise in promises { await #expect(throws: CancellationError.self) { try await promise.get() } }
      }
      // The thread that settled the last promise may not have released it yet.
      while lifetime.alive > 0 || !circle.promises.isEmpty { await Task.yield() }
    }
  }

  /// The promises of a circle consume each other, so canceling another consumer does not cancel them.
  @Test(arguments: [Form.derivedPromise, .eachOther])
  func `canceling a consumer outside of the circle leaves the circle pending`(_ form: Form) async {
    let lifetime = Lifetime()
    let circle = await circle(form, on: nil, lifetime)
    for promise in circle.promises { promise.map(on: nil) { $0 }.cancel() }
    #expect(circle.promises.count == 2 && circle.promises.allSatisfy(\.isPending))
    circle.promises.first?.cancel()
    #expect(circle.promises.isEmpty && lifetime.alive == 0)
  }
}
