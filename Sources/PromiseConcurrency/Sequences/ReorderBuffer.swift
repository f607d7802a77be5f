/// The outcomes of promises that are handed out one after the other, in the order of the input or of completion.
///
/// It has as many outputs as there are promises. Each output settles with the outcome of one of them.
final class ReorderBuffer<Element: Sendable>: Sendable {
  private struct State: Sendable {
    /// Where the outcomes go, by number, without those that have been handed out.
    var outputs: [Int: Promise<Element>] = [:]
    /// The promises that are pending, by number.
    var pending: [Int: Promise<Element>] = [:]
    var appendedCount = 0
    var settledCount = 0
    var readCount = 0
  }

  private let order: PromiseOrder
  private let state = Lock(State())

  init(_ order: PromiseOrder) { self.order = order }

  /// The number of promises that have not been handed out.
  var count: Int { state.withLock { $0.appendedCount - $0.readCount } }

  /// The output that is handed out next.
  var first: Promise<Element>? { state.withLock { $0.outputs[$0.readCount] } }

  /// The first output has been handed out.
  func removeFirst() {
    let output = state.withLock { state in
      defer { state.readCount += 1 }
      return state.outputs.removeValue(forKey: state.readCount)
    }
    withExtendedLifetime(output) {}  // released outside of the lock
  }

  /// Adds a promise, which must have no consumer but the buffer.
  func append(_ promise: Promise<Element>) {
    let output = Promise<Element>(site: promise.site, context: promise.context)
    // What is left when the iteration ends early is not reported.
    output.markObserved()
    let number = state.withLock { state in
      defer { state.appendedCount += 1 }
      state.outputs[state.appendedCount] = output
      state.pending[state.appendedCount] = promise
      return state.appendedCount
    }
    promise.attach(
      ClosureObserver(consumer: nil) { [self] source, _, trampoline in
        source.markObserved()
        settle(number, in: trampoline)
        return nil
      })
  }

  private func settle(_ number: Int, in trampoline: Trampoline) {
    let (promise, output) = state.withLock { state in
      let index = order == .input ? number : state.settledCount
      state.settledCount += 1
      return (state.pending.removeValue(forKey: number), state.outputs[index])
    }
    // Both are gone if the buffer was stopped.
    guard let promise, let output else { return }
    output.settle(promise.finalResult, in: trampoline)
  }

  /// Cancels the promises that are pending.
  func stop() {
    let (pending, outputs) = state.withLock { state in
      defer {
        state.pending = [:]
        state.outputs = [:]
        state.readCount = state.appendedCount
      }
      return (state.pending, state.outputs)
    }
    for (_, promise) in pending.sorted(by: { $0.key < $1.key }) { promise.cancel() }
    // Nothing waits for them any more. Once settled, they do not count as pending in a test.
    for output in outputs.values { output.cancel() }
  }
}
