/// Keeps a number of promises going, made one after the other by an iterator.
///
/// One thread at a time is the *filler*: it asks the iterator, outside the lock, until there is no room or nothing
/// left. A promise that settles meanwhile only makes room; one that settles later makes its thread the filler.
///
/// Of what is over only the elements are kept.
final class ConcurrencyLimiter<Source: Thenable, Element: Sendable, Failure: Error>: @unchecked Sendable {
  /// Makes an element of how a promise ended, or settles the combined promise and makes none.
  typealias Take = @Sendable (CombinatorInput<Source.Value>, InputOutcome, Trampoline) -> Element?

  private struct State: Sendable {
    var room: Int
    var isFilling = true
    var isExhausted = false
    var made = 0
    var settled = 0
    /// The number of promises that stay pending permanently, and one of them.
    var lost = 0
    var lostInput: AnyPromise?
    /// In order, as far as there is no gap.
    var elements: [Element] = []
    /// What is there beyond the gap.
    var early: [Int: Element] = [:]
    var pending: [Int: AnyPromise] = [:]

    /// The number of promises that are settled, of those that there are. How many there are is known at the end only.
    var progress: ProgressSnapshot {
      ProgressSnapshot(completed: Int64(settled), total: isExhausted ? Int64(made) : 0, description: "")
    }
  }

  /// What the filler does next.
  private enum Step {
    case ask
    case rest
    case abandon(AnyPromise)
    case finish([Element])
  }

  // Guarded by `State.isFilling`: only the filler touches it.
  private var iterator: AnyIterator<Source>
  private let state: Lock<State>
  private let combined: _TypedPromise<[Element], Failure>
  private let executor: HandlerExecutor
  private let take: Take

  init(
    _ iterator: AnyIterator<Source>, width: Int, combined: _TypedPromise<[Element], Failure>, isolation: (any Actor)?,
    take: @escaping Take
  ) {
    self.iterator = iterator
    state = Lock(State(room: width))
    self.combined = combined
    executor = HandlerExecutor(startingTasksOn: isolation)
    self.take = take
  }

  /// Makes the first promises. The caller is the filler.
  func start() {
    combined.addTarget(.relay { [weak self] trampoline in self?.cancel(in: trampoline) })
    let trampoline = Trampoline.enter()
    fill(in: trampoline)
    trampoline.leave()
  }

  /// Makes promises while there is room. The caller is the filler.
  private func fill(in trampoline: Trampoline) {
    while true {
      let isWanted = combined.isPending && !combined.isCancelRequested
      switch state.withLock({ Self.next(&$0, isWanted: isWanted) }) {
      case .rest:
        return
      case .abandon(let input):
        combined.abandon(with: input, in: trampoline)
        return
      case .finish(let elements):
        combined.settle(.success(elements), in: trampoline)
        return
      case .ask:
        guard let source = iterator.next() else {
          reportProgress(
            state.withLock { state in
              state.isExhausted = true
              return state.progress
            })
          continue
        }
        let index = state.withLock { state in
          defer { state.made += 1 }
          return state.made
        }
        let input = CombinatorInput(source, combined.site)
        input.any.observe(for: combined, in: trampoline, neverSettles: inputNeverSettles) { _, outcome, trampoline in
          self.inputSettled(input, index, outcome, in: trampoline)
          return true
        }
        keep(input.any, index, in: trampoline)
      }
    }
  }

  private static func next(_ state: inout State, isWanted: Bool) -> Step {
    if isWanted, !state.isExhausted, state.room > 0 {
      state.room -= 1
      return .ask
    }
    state.isFilling = false
    if isWanted, state.settled + state.lost == state.made, let input = state.lostInput { return .abandon(input) }
    guard state.isExhausted || !isWanted, state.settled + state.lost == state.made else { return .rest }
    // Beyond a gap only if no more are wanted, or if a promise stays pending.
    return .finish(state.elements + state.early.sorted { $0.key < $1.key }.map(\.value))
  }

  private func inputSettled(
    _ input: CombinatorInput<Source.Value>, _ index: Int, _ outcome: InputOutcome, in trampoline: Trampoline
  ) {
    let element = take(input, outcome, trampoline)
    leave(in: trampoline)
    let (becomesFiller, progress) = state.withLock { state in
      state.pending[index] = nil
      state.settled += 1
      state.room += 1
      if let element { state.early[index] = element }
      while let next = state.early.removeValue(forKey: state.elements.count) { state.elements.append(next) }
      defer { state.isFilling = true }
      return (!state.isFilling, state.progress)
    }
    reportProgress(progress)
    if becomesFiller { continueFilling(in: trampoline) }
  }

  /// A promise that stays pending keeps its room.
  private func inputNeverSettles(_ input: AnyPromise, in trampoline: Trampoline) {
    let becomesFiller = state.withLock { state in
      state.lost += 1
      state.lostInput = input
      defer { state.isFilling = true }
      return !state.isFilling
    }
    if becomesFiller { continueFilling(in: trampoline) }
  }

  /// Makes promises where the combinator was called. The caller is the filler.
  private func continueFilling(in trampoline: Trampoline) {
    if case .inline = executor {
      fill(in: trampoline)
    } else {
      executor.schedule(in: combined.context) {
        let trampoline = Trampoline.enter()
        self.fill(in: trampoline)
        trampoline.leave()
      }
    }
  }

  private func reportProgress(_ snapshot: ProgressSnapshot) {
    guard combined.tracksProgress, let progress = PromiseProgress.existing(for: combined) else { return }
    progress.report(atLeast: snapshot)
  }

  /// Remembers a promise that can be cancelled from now on: it has been attached to, and cannot be left before.
  private func keep(_ input: AnyPromise, _ index: Int, in trampoline: Trampoline) {
    guard !input.isSettled else { return }
    state.withLock { $0.pending[index] = input }
    // What happened before it was remembered has to be made up for.
    if input.isSettled { state.withLock { $0.pending[index] = nil } }
    leave(in: trampoline)
  }

  /// Lets go of what is pending, if the combined promise has been cancelled or has an outcome.
  private func leave(in trampoline: Trampoline) {
    // Asked first: who cancels does both at once, and may do so in between.
    let isSettled = combined.isSettled
    if combined.isCancelRequested { cancel(in: trampoline) } else if isSettled { takePending().consumerDeparts() }
  }

  /// Cancels what is pending, as one of its consumers.
  private func cancel(in trampoline: Trampoline) { trampoline.addCancellation(of: takePending(), observer: nil) }

  private func takePending() -> CancellationTarget {
    let pending = state.withLock { state in
      defer { state.pending = [:] }
      return state.pending.sorted { $0.key < $1.key }.map(\.value)
    }
    return .inputs(CombinatorInputs(pending, reportsLateErrors: false))
  }
}
