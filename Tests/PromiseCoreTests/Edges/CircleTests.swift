import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises that wait for each other in a circle: that is not found, and stays pending, but can be cancelled.
@Suite(.promises(timeLimit: .seconds(280))) struct CircleTests {
  /// How a circle comes about.
  enum Form: CaseIterable {
    /// A handler returns what was made of the promise that it settles.
    case whatWasMadeOfIt
    /// The handlers of two promises return each other's.
    case eachOther
    /// A handler returns the promise of a task that waits for the promise that it settles.
    case aTaskThatWaitsForIt
    /// The tasks of two promises wait for each other's.
    case tasksThatWaitForEachOther
  }

  /// The promises of a circle, which it does not keep alive.
  private struct Circle {
    private struct Place { weak var promise: Promise<Int>? }

    private let places: [Place]

    init(_ promises: [Promise<Int>]) { places = promises.map { Place(promise: $0) } }

    var promises: [Promise<Int>] { places.compactMap(\.promise) }
  }

  /// A circle of two that nobody holds but itself, when each of them waits for the other.
  private func circle(_ form: Form, on queue: DispatchQueue?, _ lifetime: Lifetime) async -> Circle {
    let log = Log<Promise<Int>>()
    let isMade = Gate()
    let (start, resolver) = Promise<Int>.pending()
    let object = lifetime.object()
    switch form {
    case .whatWasMadeOfIt:
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
      for place in 0..<2 {
        let promise = start.then(on: queue) { _ in log.entries[1 - place] }
        promise.map(on: nil) { _ in object.touch() }.cauterize()
        log(promise)
      }
    case .aTaskThatWaitsForIt:
      let own = start.then(on: queue) { _ in
        log(
          Promise {
            isMade.open()
            let number = try await log.entries[0].get()
            object.touch()
            return number
          })
        return log.entries[1]
      }
      log(own)
    case .tasksThatWaitForEachOther:
      for place in 0..<2 {
        log(
          Promise {
            _ = try await start.get()
            if place == 1 { isMade.open() }
            let number = try await log.entries[1 - place].get()
            object.touch()
            return number
          })
      }
    }
    resolver.fulfill(1)
    if form == .aTaskThatWaitsForIt || form == .tasksThatWaitForEachOther { try? await isMade.opened() }
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    return Circle(log.entries)
  }

  @Test(arguments: Form.allCases, HandlerPlace.allCases)
  func whoeverIsCancelledEndsItAndAllIsReleased(_ form: Form, _ place: HandlerPlace) async {
    for cancelled in 0..<2 {
      let lifetime = Lifetime()
      let circle = await circle(form, on: place.queue, lifetime)
      do {
        // Nobody holds them but each other.
        let promises = circle.promises
        #expect(promises.count == 2 && promises.allSatisfy(\.isPending) && lifetime.alive == 1)
        guard promises.count == 2 else { return }
        promises[cancelled].cancel()
        for promise in promises { await #expect(throws: CancellationError.self) { try await promise.get() } }
      }
      // Whoever settled the last of them may not have let go of it yet.
      while lifetime.alive > 0 || !circle.promises.isEmpty { await Task.yield() }
    }
  }

  /// Whoever waits for a circle and is cancelled does not end it, since its promises want each other.
  @Test(arguments: [Form.whatWasMadeOfIt, .eachOther]) func whoWaitsForItIsCancelled(_ form: Form) async {
    let lifetime = Lifetime()
    let circle = await circle(form, on: nil, lifetime)
    for promise in circle.promises { promise.map(on: nil) { $0 }.cancel() }
    #expect(circle.promises.count == 2 && circle.promises.allSatisfy(\.isPending))
    circle.promises.first?.cancel()
    #expect(circle.promises.isEmpty && lifetime.alive == 0)
  }
}
