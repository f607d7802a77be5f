/// Makes promises one after the other, and waits for all of them, with at most so many pending at once. From PromiseKit.
///
/// ```swift
/// let downloads = urls.lazy.map { fetch($0) }.makeIterator()
/// when(fulfilled: downloads, concurrently: 4).done { … }
/// ```
///
/// The iterator is asked for the next promise when there is room for it, first by this call and then where this call was
/// made: on the actor of the caller, or, where there is none, on the thread that settled a promise. It is never asked
/// by two threads at once, and not any more once a promise was rejected, which rejects the whole.
///
/// The iterator need not be `Sendable`, and the compiler does not check what it shares: called from code isolated to nothing, let it
/// share nothing that changes.
///
/// - Parameters:
///   - promiseIterator: Makes the promises.
///   - concurrently: How many may be pending at once. Less than one: rejected with ``PromiseError/badInput(_:)``, and
///     the iterator is not asked.
///   - isolation: The caller's actor.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise of the values, in the order in which the promises were made. Cancelling it cancels those that
///   are pending and that nobody else wants, and makes no more; one that another thread is just making is cancelled too.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int, isolation: isolated (any Actor)? = #isolation,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  guard concurrently > 0 else {
    return Promise(
      error: PromiseError.badInput("when(fulfilled:concurrently:) needs room for one promise at least."),
      file: file, line: line)
  }
  let whole = Promise<[It.Element.Value]>(origin: Origin(file, line), scope: .ofNewPromise())
  let pump = Pump(
    AnyIterator(promiseIterator), width: concurrently, whole: whole,
    executor: isolation == nil ? .inline : Executor(isolation: isolation))
  whole.link(.handler { [weak pump] in pump?.cancel() })
  var run = Run()
  pump.fill(in: &run)
  run.finish()
  return whole
}

/// Keeps a number of promises going.
///
/// One thread at a time is the *filler*: it asks the iterator, outside the lock, until there is no room or nothing left.
/// A promise that settles meanwhile only makes room; one that settles later makes its thread the filler.
private final class Pump<Source: Thenable>: @unchecked Sendable {
  private typealias Value = Source.Value

  private struct State: Sendable {
    var room: Int
    var isFilling = true
    var isExhausted = false
    var made = 0
    var values: [Int: Value] = [:]
    var pending: [Int: AnyPromiseEngine] = [:]
  }

  /// What the filler does next.
  private enum Step {
    case ask
    case rest
    case finish([Value])
  }

  // Guarded by `State.isFilling`: only the filler touches it.
  private var iterator: AnyIterator<Source>
  private let state: Lock<State>
  private let whole: Promise<[Source.Value]>
  private let executor: Executor

  init(_ iterator: AnyIterator<Source>, width: Int, whole: Promise<[Source.Value]>, executor: Executor) {
    self.iterator = iterator
    state = Lock(State(room: width))
    self.whole = whole
    self.executor = executor
  }

  /// Makes promises while there is room. The caller is the filler.
  func fill(in run: inout Run) {
    while true {
      switch state.withLock({ Self.next(&$0, isWanted: whole.isPending) }) {
      case .rest:
        return
      case .finish(let values):
        whole.settle(.success(values), in: &run)
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
        member.engine.observe(for: whole, in: &run) { ending, run in self.settled(member, index, ending, in: &run) }
        keep(member.engine, index)
      }
    }
  }

  private static func next(_ state: inout State, isWanted: Bool) -> Step {
    if isWanted, !state.isExhausted, state.room > 0 {
      state.room -= 1
      return .ask
    }
    state.isFilling = false
    guard isWanted, state.isExhausted, state.values.count == state.made else { return .rest }
    return .finish((0..<state.made).map { state.values[$0]! })
  }

  private func settled(_ member: Member<Value>, _ index: Int, _ ending: Ending, in run: inout Run) {
    let value = try? ending.failure == nil ? member.knownResult.get() : nil
    let becomesFiller = state.withLock { state in
      state.pending[index] = nil
      if let value { state.values[index] = value }
      state.room += 1
      defer { state.isFilling = true }
      return !state.isFilling
    }
    if let (error, isHandled) = ending.failure { whole.settle(.failure(error), isHandled: isHandled, in: &run) }
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
  private func keep(_ member: AnyPromiseEngine, _ index: Int) {
    guard !member.isResolved else { return }
    state.withLock { $0.pending[index] = member }
    // What happened before it was remembered has to be made up for.
    if member.isResolved { state.withLock { $0.pending[index] = nil } }
    if whole.isCancelRequested { cancel() }
  }

  /// Cancels what is pending, as one of its consumers.
  func cancel() {
    let pending = state.withLock { state in
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    var run = Run()
    run.tell(.engines(pending))
    run.finish()
  }
}
