/// Keeps a limited number of promises pending, which an iterator creates one after another.
///
/// One thread at a time is the *filler*. It calls the iterator, outside the lock and never within a delivery, until the
/// limit is reached or the iterator has ended.
///
/// ```
///             the limit is reached, or the iterator has ended
///  filling ────────────────────────────────────────────────────▶ waiting
///     │  ▲                                                          │
///     │  └───────────── an input settles or never settles ──────────┘
///     ▼
///  finished: the iterator has ended or the result is no longer wanted, and no input is pending
/// ```
///
/// - A promise that settles while there is a filler only makes room for another one, which the filler notices before it
///   stops. A promise that settles later makes its thread the filler, once the outcome has been delivered.
/// - The combined promise is fulfilled or abandoned by the filler, at the end. It is rejected by any thread, through
///   `take`. It may be canceled at any time. In the last two cases, the filler stops calling the iterator, and
///   the limiter stops being a consumer of the pending promises.
///
/// Invariant: until the iterator ends, `available` plus the number of promises that have been created and have not
/// settled is the limit, except while the filler is calling the iterator. A promise that stays pending permanently
/// counts toward the limit forever.
///
/// The observers of the pending promises retain the limiter and the combined promise. The limiter retains the iterator
/// and the pending promises, and no settled one. It does not retain the combined promise, because that may be a canceled
/// guarantee, and the combined promise refers to the limiter weakly, so the limiter is released with the last pending
/// promise.
///
/// Creating a promise and settling it take amortized O(1). A cancellation takes O(*n*) if *n* promises have been created
/// since the oldest one that is pending: these are canceled in order.
///
/// The limiter does not know the types of the values. `take` stores them, and `finish` fulfills the combined promise.
final class ConcurrencyLimiter: Sendable {
  /// Stores the value of an input that has settled, or settles the combined promise.
  typealias Take =
    @Sendable (_ combined: AnyPromise, _ input: AnyPromise, _ index: Int, InputOutcome, Trampoline) -> Void
  /// Fulfills the combined promise with what has been stored.
  typealias Finish = @Sendable (_ combined: AnyPromise, Trampoline) -> Void

  /// The state that the lock guards.
  private struct State: Sendable {
    /// The number of promises that may be added before the limit is reached.
    var available: Int
    /// Whether a thread is the filler.
    var isFilling = true
    /// Whether the iterator has ended.
    var isExhausted = false
    /// The number of promises that the iterator has created.
    var created = 0
    /// The number of these promises that have settled.
    var settled = 0
    /// The number of promises that stay pending permanently, and one of these promises.
    var lost = 0
    var lostInput: AnyPromise?
    /// The pending promises, by index.
    var pending: [Int: AnyPromise] = [:]
    /// The progress of the combined promise, which counts the promises, or `nil` until it is requested.
    var progress: PromiseProgress?
  }

  /// The next action of the filler.
  private enum Step {
    /// Requests another promise from the iterator.
    case request
    /// Stops filling.
    case stop
    /// Abandons the combined promise, because this input stays pending.
    case abandon(AnyPromise)
    /// Fulfills the combined promise.
    case finish
  }

  /// The iterator, which may belong to an actor, and is released there.
  private struct Iterator: @unchecked Sendable {
    // Guarded by `State.isFilling`: only the filler accesses the iterator.
    let next: () -> AnyPromise?
  }

  private let iterator: SharedHandler<Iterator>
  private let state: Lock<State>
  private let take: Take
  private let finish: Finish
  private var executor: HandlerExecutor { iterator.executor }

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - width: The largest number of promises that are pending at once.
  ///   - isolation: The actor on which `next` is called, or `nil` to call it on the thread that settles a promise.
  ///   - next: Creates the next promise, or returns `nil` if there are no more.
  ///   - take: Stores the value of a settled promise.
  ///   - finish: Fulfills the combined promise.
  init(
    width: Int, isolation: (any Actor)?, next: @escaping () -> AnyPromise?, take: @escaping Take,
    finish: @escaping Finish
  ) {
    iterator = SharedHandler(Iterator(next: next), on: HandlerExecutor(onActor: isolation))
    state = Lock(State(available: width))
    self.take = take
    self.finish = finish
  }

  /// Creates the first promises. The calling thread is the filler.
  func start(for combined: AnyPromise) {
    combined.addTarget(.producer(self))
    let trampoline = Trampoline.enter()
    fill(combined, in: trampoline)
    trampoline.leave()
  }

  /// Creates promises until the limit is reached. The calling thread is the filler.
  private func fill(_ combined: AnyPromise, in trampoline: Trampoline) {
    while true {
      let isWanted = combined.isPending && !combined.isCancelRequested
      switch state.withLock({ Self.next(&$0, isWanted: isWanted) }) {
      case .stop:
        return
      case .abandon(let input):
        combined.abandon(with: input, in: trampoline)
        return
      case .finish:
        finish(combined, trampoline)
        return
      case .request:
        guard let input = iterator.handler.next() else {
          let progress = state.withLock { state in
            state.isExhausted = true
            return state.progress
          }
          progress?.count(.ended, in: trampoline)
          continue
        }
        let index = state.withLock { state in
          defer { state.created += 1 }
          return state.created
        }
        let neverSettles: InputObserver.NeverSettles = { input, trampoline in
          self.inputNeverSettles(input, of: combined, in: trampoline)
        }
        input.observe(for: combined, in: trampoline, neverSettles: neverSettles) {
          combined, input, outcome, trampoline in
          self.inputSettled(input, index, outcome, of: combined, in: trampoline)
          return true
        }
        record(input, index, of: combined, in: trampoline)
      }
    }
  }

  /// Returns the next action of the filler.
  private static func next(_ state: inout State, isWanted: Bool) -> Step {
    if isWanted, !state.isExhausted, state.available > 0 {
      state.available -= 1
      return .request
    }
    state.isFilling = false
    if isWanted, state.settled + state.lost == state.created, let input = state.lostInput { return .abandon(input) }
    guard state.isExhausted || !isWanted, state.settled + state.lost == state.created else { return .stop }
    return .finish
  }

  /// Handles an input that has settled. The calling thread becomes the filler if there is none.
  private func inputSettled(
    _ input: AnyPromise, _ index: Int, _ outcome: InputOutcome, of combined: AnyPromise, in trampoline: Trampoline
  ) {
    take(combined, input, index, outcome, trampoline)
    departIfFinished(combined, in: trampoline)
    let (becomesFiller, progress) = state.withLock { state in
      state.pending[index] = nil
      state.settled += 1
      state.available += 1
      defer { state.isFilling = true }
      return (!state.isFilling, state.progress)
    }
    progress?.count(.settled(index), in: trampoline)
    if becomesFiller { continueFilling(combined, in: trampoline) }
  }

  /// Handles an input that stays pending. It continues to count toward the limit.
  private func inputNeverSettles(_ input: AnyPromise, of combined: AnyPromise, in trampoline: Trampoline) {
    let becomesFiller = state.withLock { state in
      state.lost += 1
      state.lostInput = input
      defer { state.isFilling = true }
      return !state.isFilling
    }
    if becomesFiller { continueFilling(combined, in: trampoline) }
  }

  /// Creates promises on the executor of the combinator, after the outcome of the current input has been delivered: the
  /// iterator is user code. The thread that runs this is the filler.
  private func continueFilling(_ combined: AnyPromise, in trampoline: Trampoline) {
    guard executor.isInline else {
      return executor.schedule(for: combined) {
        let trampoline = Trampoline.enter()
        self.fill(combined, in: trampoline)
        trampoline.leave()
      }
    }
    let filler = ClosureObserver(consumer: nil, executor: executor) { _, _, trampoline in
      self.fill(combined, in: trampoline)
      return nil
    }
    trampoline.addInlineJob(.object(filler), for: combined)
  }

  /// Records a promise as a cancellation target. The promise must already have its observer: a consumer must register
  /// before it can depart.
  private func record(_ input: AnyPromise, _ index: Int, of combined: AnyPromise, in trampoline: Trampoline) {
    guard !input.isSettled else { return }
    let progress = state.withLock { state in
      state.pending[index] = input
      state.progress?.begin(index)
      return state.progress
    }
    if let progress { PromiseProgress.addInput(input, at: index, to: progress, in: trampoline) }
    // The promise may have settled, or the combined promise may have been canceled, before the promise was recorded.
    if input.isSettled {
      let progress = state.withLock { state in
        state.pending[index] = nil
        return state.progress
      }
      progress?.count(.revoked(index), in: trampoline)
    }
    departIfFinished(combined, in: trampoline)
  }

  /// Stops waiting for the pending promises if the combined promise has been canceled or has an outcome.
  private func departIfFinished(_ combined: AnyPromise, in trampoline: Trampoline) {
    // `isSettled` is read before `isCancelRequested`: a cancellation sets both, and may happen between the two reads.
    let isSettled = combined.isSettled
    if combined.isCancelRequested {
      cancel(in: trampoline)
    } else if isSettled {
      takePending().consumerDeparts(in: trampoline)
    }
  }

  /// Cancels the pending promises, as one of their consumers.
  func cancel(in trampoline: Trampoline) { trampoline.addCancellation(of: takePending(), observer: nil) }

  /// Removes and returns the pending promises, in order, as one cancellation target.
  private func takePending() -> CancellationTarget {
    let pending = state.withLock { state in
      defer { state.pending = [:] }
      var (pending, index) = ([AnyPromise](), state.created)
      while pending.count < state.pending.count {
        index -= 1
        if let input = state.pending[index] { pending.append(input) }
      }
      pending.reverse()
      return pending
    }
    return .inputs(CombinatorInputs(pending, reportsLateErrors: false))
  }
}

extension ConcurrencyLimiter: AwaitingProducer {
  func addSources(to sources: inout ProgressSources, of progress: PromiseProgress, in trampoline: Trampoline) {
    // From now on, every event is reported, so the count must be that of this moment.
    let pending = state.withLock { state in
      state.progress = progress
      progress.beginCount(
        ProgressCount(settledCount: state.settled, pending: Array(state.pending.keys), isOpen: !state.isExhausted))
      return state.pending
    }
    progress.passOn(in: trampoline)
    for (index, input) in pending { sources.add(.promise(input), at: index) }
    sources.isDerived = false
  }
}
