/// A buffer that delivers the outcomes of promises one after another, in the order of the input or of completion.
///
/// It has one output per promise. Each output settles with the outcome of one of the promises.
///
/// | Event | Called by | Effect |
/// | --- | --- | --- |
/// | `append` | the iterating task | adds a pending promise and a pending output |
/// | `settle` | the thread that settles the promise | settles the output that the order assigns to the promise |
/// | `removeFirst` | the iterating task | removes the first output, after the task has waited for it |
/// | `stop` | the iterating task, or `deinit` of the iteration | cancels the promises and removes everything |
///
/// Invariants:
///
/// - `readCount` ≤ `settledCount` ≤ `appendedCount` until the buffer is stopped. The outputs that have not been removed
///   are those with the numbers from `readCount` up to `appendedCount`.
/// - In completion order, the first `settledCount` outputs are settled or about to be. In input order, an output has
///   the outcome of the promise with the same number.
///
/// The lock guards the state; promises and outputs are settled, canceled and released outside the lock. Every event
/// takes O(1) on average, except that `stop` takes O(*n* log *n*) in the number of pending promises.
///
/// The buffer and its pending promises retain each other, until the promise settles or `stop` cancels it.
final class ReorderBuffer<Element: Sendable>: Sendable {
  private struct State: Sendable {
    /// The outputs that have not been delivered, by number.
    var outputs: [Int: Promise<Element>] = [:]
    /// The pending promises, by number.
    var pending: [Int: Promise<Element>] = [:]
    /// The number of promises that have been appended.
    var appendedCount = 0
    /// The number of promises that have settled, which is the index of the next output in completion order.
    var settledCount = 0
    /// The number of outputs that have been delivered, which is the index of the first output.
    var readCount = 0
  }

  private let order: PromiseOrder
  private let state = Lock(State())

  /// Creates an empty buffer.
  init(_ order: PromiseOrder) { self.order = order }

  /// The number of promises that have been appended but not delivered.
  var count: Int { state.withLock { $0.appendedCount - $0.readCount } }

  /// The output that is delivered next.
  var first: Promise<Element>? { state.withLock { $0.outputs[$0.readCount] } }

  /// Removes the first output, which has been delivered.
  func removeFirst() {
    let output = state.withLock { state in
      defer { state.readCount += 1 }
      return state.outputs.removeValue(forKey: state.readCount)
    }
    withExtendedLifetime(output) {}  // released outside of the lock
  }

  /// Appends a promise, which must have no consumer other than the buffer.
  func append(_ promise: Promise<Element>) {
    let output = Promise<Element>(site: promise.site, context: promise.context)
    // The outcomes that are left when the iteration ends early are not reported as unhandled.
    output.markObserved()
    let (number, previous) = state.withLock { state in
      defer { state.appendedCount += 1 }
      state.outputs[state.appendedCount] = output
      state.pending[state.appendedCount] = promise
      return (state.appendedCount, state.outputs[state.appendedCount - 1])
    }
    if order == .completion, let previous { output.any.record(.successor(of: previous.any)) }
    let consumer = output.any.isRecorded ? Input(of: self, number) : nil
    promise.attach(
      .object(
        ClosureObserver(consumer: consumer) { [self] source, _, trampoline in
          source.markObserved()
          settle(number, in: trampoline)
          return nil
        }))
  }

  /// Settles the output to which a promise's outcome belongs: its own in input order, the next unsettled one in
  /// completion order.
  private func settle(_ number: Int, in trampoline: Trampoline) {
    let (promise, output) = state.withLock { state in
      let index = order == .input ? number : state.settledCount
      state.settledCount += 1
      return (state.pending.removeValue(forKey: number), state.outputs[index])
    }
    // Both are `nil` if the buffer has been stopped.
    guard let promise, let output else { return }
    output.settle(promise.finalResult, in: trampoline)
  }

  /// The output that waits for a pending promise: its own in input order, the next unsettled one in completion order.
  ///
  /// The lock of a promise may be held, because no other lock is taken under that of the buffer.
  func output(awaiting number: Int) -> Promise<Element>? {
    state.withLock { $0.outputs[order == .input ? number : $0.settledCount] }
  }

  /// Cancels the pending promises and discards the outputs.
  func stop() {
    let (pending, outputs) = state.withLock { state in
      defer {
        state.pending = [:]  // equivalent drop: The canceled promises remove themselves.
        state.outputs = [:]
        state.readCount = state.appendedCount
      }
      return (state.pending, state.outputs)
    }
    // equivalent boundary: The keys differ.
    for (_, promise) in pending.sorted(by: { $0.key < $1.key }) { promise.cancel() }
    // No task waits for the outputs any longer. Canceling them keeps a test from counting them as pending.
    for output in outputs.values { output.cancel() }
  }
}

/// What waits for a promise in a buffer, for a snapshot of what is pending. It never departs.
private final class Input<Element: Sendable>: Consumer {
  private let buffer: ReorderBuffer<Element>
  private let number: Int

  init(of buffer: ReorderBuffer<Element>, _ number: Int) {
    self.buffer = buffer
    self.number = number
  }

  var isStale: Bool { false }

  var waitingParty: WaitingParty { buffer.output(awaiting: number).map { .promise($0.any) } ?? .handler }
}
