/// Promises whose values are handed out one after the other: as many places as there are promises, each of which gets the
/// outcome of one of them.
final class PromiseLine<Element: Sendable>: Sendable {
  private struct State: Sendable {
    /// Where the outcomes go, by number; those that have been handed out are gone.
    var places: [Int: Promise<Element>] = [:]
    /// Those that are pending, by number.
    var pending: [Int: Promise<Element>] = [:]
    var made = 0
    var settled = 0
    var read = 0
  }

  private let order: PromiseOrder
  private let state = Lock(State())

  init(_ order: PromiseOrder) { self.order = order }

  /// How many there are that have not been handed out.
  var count: Int { state.withLock { $0.made - $0.read } }

  /// The one whose turn it is.
  var first: Promise<Element>? { state.withLock { $0.places[$0.read] } }

  /// The first one has been handed out.
  func removeFirst() {
    let place = state.withLock { state in
      defer { state.read += 1 }
      return state.places.removeValue(forKey: state.read)
    }
    withExtendedLifetime(place) {}  // let go of outside the lock
  }

  /// Puts a promise in line, which nobody but the line may want.
  func append(_ promise: Promise<Element>) {
    let place = Promise<Element>(origin: promise.origin, scope: promise.scope)
    // What is left over when the iteration ends early is nobody's business.
    place.markObserved()
    let number = state.withLock { state in
      defer { state.made += 1 }
      state.places[state.made] = place
      state.pending[state.made] = promise
      return state.made
    }
    promise.attach(
      Observer(consumer: nil) { [self] source, _, run in
        source.markObserved()
        settle(number, in: &run)
        return nil
      })
  }

  private func settle(_ number: Int, in run: inout Run) {
    let (promise, place) = state.withLock { state in
      let index = order == .input ? number : state.settled
      state.settled += 1
      return (state.pending.removeValue(forKey: number), state.places[index])
    }
    // Not there any more if the line was stopped.
    guard let promise, let place else { return }
    place.settle(promise.endResult, in: &run)
  }

  /// Cancels those that are pending.
  func stop() {
    let (pending, places) = state.withLock { state in
      defer {
        state.pending = [:]
        state.places = [:]
        state.read = state.made
      }
      return (state.pending, state.places)
    }
    for (_, promise) in pending.sorted(by: { $0.key < $1.key }) { promise.cancel() }
    // Nobody waits for them any more; settled, they do not count as pending in a test.
    for place in places.values { place.cancel() }
  }
}
