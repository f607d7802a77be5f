/// Keeps a number of promises going, made one after the other by an iterator.
///
/// One thread at a time is the *filler*: it asks the iterator, outside the lock, until there is no room or nothing
/// left. A promise that settles meanwhile only makes room; one that settles later makes its thread the filler.
///
/// Of what is over only the elements are kept.
final class Pump<Source: Thenable, Element: Sendable, Failure: Error>: @unchecked Sendable {
  /// Makes an element of how a promise ended, or settles the whole and makes none.
  typealias Take = @Sendable (Member<Source.Value>, Ending, inout Run) -> Element?

  private struct State: Sendable {
    var room: Int
    var isFilling = true
    var isExhausted = false
    var made = 0
    var settled = 0
    /// In order, as far as there is no gap.
    var elements: [Element] = []
    /// What is there beyond the gap.
    var early: [Int: Element] = [:]
    var pending: [Int: AnyPromiseEngine] = [:]
  }

  /// What the filler does next.
  private enum Step {
    case ask
    case rest
    case finish([Element])
  }

  // Guarded by `State.isFilling`: only the filler touches it.
  private var iterator: AnyIterator<Source>
  private let state: Lock<State>
  private let whole: PromiseEngine<[Element], Failure>
  private let executor: Executor
  private let take: Take

  init(
    _ iterator: AnyIterator<Source>, width: Int, whole: PromiseEngine<[Element], Failure>, isolation: (any Actor)?,
    take: @escaping Take
  ) {
    self.iterator = iterator
    state = Lock(State(room: width))
    self.whole = whole
    executor = Executor(aroundTasksOn: isolation)
    self.take = take
  }

  /// Makes the first promises. The caller is the filler.
  func start() {
    whole.link(.relay { [weak self] run in self?.cancel(in: &run) })
    var run = Run()
    fill(in: &run)
    run.finish()
  }

  /// Makes promises while there is room. The caller is the filler.
  private func fill(in run: inout Run) {
    while true {
      let isWanted = whole.isPending && !whole.isCancelRequested
      switch state.withLock({ Self.next(&$0, isWanted: isWanted) }) {
      case .rest:
        return
      case .finish(let elements):
        whole.settle(.success(elements), in: &run)
        return
      case .ask:
        guard let source = iterator.next() else {
          state.withLock { $0.isExhausted = true }
          continue
        }
        let index = state.withLock { state in
          defer { state.made += 1 }
          return state.made
        }
        let member = Member(source, whole.origin)
        member.engine.observe(for: whole, in: &run) { _, ending, run in self.settled(member, index, ending, in: &run) }
        keep(member.engine, index, in: &run)
      }
    }
  }

  private static func next(_ state: inout State, isWanted: Bool) -> Step {
    if isWanted, !state.isExhausted, state.room > 0 {
      state.room -= 1
      return .ask
    }
    state.isFilling = false
    guard state.isExhausted || !isWanted, state.settled == state.made else { return .rest }
    return .finish(state.elements)
  }

  private func settled(_ member: Member<Source.Value>, _ index: Int, _ ending: Ending, in run: inout Run) {
    let element = take(member, ending, &run)
    leave(in: &run)
    let becomesFiller = state.withLock { state in
      state.pending[index] = nil
      state.settled += 1
      state.room += 1
      if let element { state.early[index] = element }
      while let next = state.early.removeValue(forKey: state.elements.count) { state.elements.append(next) }
      defer { state.isFilling = true }
      return !state.isFilling
    }
    guard becomesFiller else { return }
    if case .inline = executor {
      fill(in: &run)
    } else {
      Run.start(
        {
          var run = Run()
          self.fill(in: &run)
          run.finish()
        }, at: executor, in: whole.scope)
    }
  }

  /// Remembers a promise that can be cancelled from now on: it has been attached to, and cannot be left before.
  private func keep(_ member: AnyPromiseEngine, _ index: Int, in run: inout Run) {
    guard !member.isResolved else { return }
    state.withLock { $0.pending[index] = member }
    // What happened before it was remembered has to be made up for.
    if member.isResolved { state.withLock { $0.pending[index] = nil } }
    leave(in: &run)
  }

  /// Lets go of what is pending, if the whole has been cancelled or has an outcome.
  private func leave(in run: inout Run) {
    // Asked first: who cancels does both at once, and may do so in between.
    let isSettled = whole.isSettled
    if whole.isCancelRequested { cancel(in: &run) } else if isSettled { takePending().letGo() }
  }

  /// Cancels what is pending, as one of its consumers.
  private func cancel(in run: inout Run) { run.tell(takePending()) }

  private func takePending() -> Upstream {
    .engines(
      state.withLock { state in
        defer { state.pending = [:] }
        return state.pending.sorted { $0.key < $1.key }.map(\.value)
      })
  }
}
