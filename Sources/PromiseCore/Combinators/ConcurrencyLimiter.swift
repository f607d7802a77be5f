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
/// and the pending promises; of a settled promise, it retains only the element. It does not retain the combined promise,
/// because that may be a canceled guarantee, and the combined promise refers to the limiter weakly, so the limiter is
/// released with the last pending promise.
///
/// Creating a promise and settling it take amortized O(1). Canceling *n* pending promises takes O(*n* log *n*), because
/// they are canceled in order.
final class ConcurrencyLimiter<Source: Thenable, Element: Sendable, Failure: Error>: Sendable {
  /// Returns the element for a settled input, or settles the combined promise and returns `nil`.
  typealias Take = @Sendable (CombinatorInput<Source.Value>, InputOutcome, Trampoline) -> Element?

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
    /// The elements in order, up to the first gap.
    var elements: [Element] = []
    /// The elements beyond the first gap, by index.
    var early: [Int: Element] = [:]
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
    case finish([Element])
  }

  /// The promise that the limiter settles.
  typealias Combined = TypedPromise<[Element], Failure>

  /// The iterator, which may belong to an actor, and is released there.
  private struct Iterator: @unchecked Sendable {
    // Guarded by `State.isFilling`: only the filler accesses the iterator.
    let next: () -> Source?
  }

  private let iterator: SharedHandler<Iterator>
  private let state: Lock<State>
  private let take: Take
  private var executor: HandlerExecutor { iterator.executor }

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - iterator: Creates the promises.
  ///   - width: The largest number of promises that are pending at once.
  ///   - isolation: The actor on which the iterator is called, or `nil` to call it on the thread that settles a
  ///     promise.
  ///   - take: Returns the element for a settled input.
  init(_ iterator: AnyIterator<Source>, width: Int, isolation: (any Actor)?, take: @escaping Take) {
    self.iterator = SharedHandler(Iterator { iterator.next() }, on: HandlerExecutor(onActor: isolation))
    state = Lock(State(available: width))
    self.take = take
  }

  /// Creates the first promises. The calling thread is the filler.
  func start(for combined: Combined) {
    combined.addTarget(.producer(self))
    let trampoline = Trampoline.enter()
    fill(combined, in: trampoline)
    trampoline.leave()
  }

  /// Creates promises until the limit is reached. The calling thread is the filler.
  private func fill(_ combined: Combined, in trampoline: Trampoline) {
    while true {
      let isWanted = combined.any.isPending && !combined.isCancelRequested
      switch state.withLock({ Self.next(&$0, isWanted: isWanted) }) {
      case .stop:
        return
      case .abandon(let input):
        combined.any.abandon(with: input, in: trampoline)
        return
      case .finish(let elements):
        combined.settle(.success(elements), in: trampoline)
        return
      case .request:
        guard let source = iterator.handler.next() else {
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
        let input = CombinatorInput(source, combined.site)
        let neverSettles: InputObserver.NeverSettles = { input, trampoline in
          self.inputNeverSettles(input, of: combined, in: trampoline)
        }
        input.any.observe(for: combined.any, in: trampoline, neverSettles: neverSettles) {
          combined, _, outcome, trampoline in
          let combined = Combined(combined)
          self.inputSettled(input, index, outcome, of: combined, in: trampoline)
          return true
        }
        record(input.any, index, of: combined, in: trampoline)
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
    // The elements beyond a gap count only if the combined promise is canceled or an input stays pending.
    return .finish(state.elements + state.early.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Stores the element of a settled input. The calling thread becomes the filler if there is none.
  private func inputSettled(
    _ input: CombinatorInput<Source.Value>, _ index: Int, _ outcome: InputOutcome, of combined: Combined,
    in trampoline: Trampoline
  ) {
    let element = take(input, outcome, trampoline)
    departIfFinished(combined, in: trampoline)
    let (becomesFiller, progress) = state.withLock { state in
      state.pending[index] = nil
      state.settled += 1
      state.available += 1
      if let element { state.early[index] = element }
      while let next = state.early.removeValue(forKey: state.elements.count) { state.elements.append(next) }
      defer { state.isFilling = true }
      return (!state.isFilling, state.progress)
    }
    progress?.count(.settled(index), in: trampoline)
    if becomesFiller { continueFilling(combined, in: trampoline) }
  }

  /// Handles an input that stays pending. It continues to count toward the limit.
  private func inputNeverSettles(_ input: AnyPromise, of combined: Combined, in trampoline: Trampoline) {
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
  private func continueFilling(_ combined: Combined, in trampoline: Trampoline) {
    guard executor.isInline else {
      return executor.schedule(for: combined.any) {
        let trampoline = Trampoline.enter()
        self.fill(combined, in: trampoline)
        trampoline.leave()
      }
    }
    let filler = ClosureObserver(consumer: nil, executor: executor) { _, _, trampoline in
      self.fill(combined, in: trampoline)
      return nil
    }
    trampoline.addInlineJob(.object(filler), for: combined.any)
  }

  /// Records a promise as a cancellation target. The promise must already have its observer: a consumer must register
  /// before it can depart.
  private func record(_ input: AnyPromise, _ index: Int, of combined: Combined, in trampoline: Trampoline) {
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
  private func departIfFinished(_ combined: Combined, in trampoline: Trampoline) {
    // `isSettled` is read before `isCancelRequested`: a cancellation sets both, and may happen between the two reads.
    let isSettled = combined.any.isSettled
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
      return state.pending.sorted { $0.key < $1.key }.map(\.value)
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
