import Dispatch

/// The trampoline: everything that follows from one promise being settled or cancelled, without recursion.
///
/// Whoever settles a promise makes a run, settles into it, and finishes it. Settling puts promises on its lists
/// instead of calling into them, so that a chain of any length is worked off on constant stack.
///
/// A run that takes place in a work item of ours also goes on with the next handler of a chain if that one is due at
/// the same place: a chain of three costs one trip through the queue, not three. The previous handler has returned by
/// then, and its promise has one observer first in line, so nobody can tell but by the clock.
package struct Run: ~Copyable {
  /// A handler that has to run, and the settled promise it runs for.
  struct Item: Sendable {
    let observer: Observer
    let source: AnyPromiseEngine

    /// Where it belongs: to the test that attached the handler, whosever the promise is.
    var scope: Scope? {
      guard let scope = source.scope else { return nil }
      return (observer.consumer as? AnyPromiseEngine)?.scope ?? scope
    }
  }

  /// Where this run takes place; `nil` for somebody else's stack, on which no handler may be run.
  private let place: Executor?
  /// The scope of that place; handlers of another scope get a work item of their own.
  private let scope: Scope?
  /// The handler to go on with, here, before anything else of this place's queue.
  private var next: Item?
  /// Promises that have settled and whose observers are to be served.
  private var settled = Fifo<AnyPromiseEngine>()
  /// Handlers that run inline. They wait until their promise has come to rest, so that it keeps nobody else waiting.
  private var inline = Fifo<Item>()
  /// Who has to be told of a cancellation, the next one last.
  private var cancelled: [Upstream] = []
  /// When to let others have the queue again, in nanoseconds of uptime; 0 until the first handler went on here.
  private var deadline: UInt64 = 0

  /// How long a run may keep a queue to itself, in nanoseconds, beyond the handler that is running.
  private static let timeSlice: UInt64 = 500_000

  /// A run on the stack of whoever settles or cancels a promise.
  package init() {
    place = nil
    scope = nil
  }

  private init(at place: Executor?, in scope: Scope?) {
    self.place = place
    self.scope = scope
  }

  // MARK: What is to be done

  /// A promise has an outcome, and its observers want to hear of it.
  mutating func deliver(_ engine: AnyPromiseEngine) { settled.append(engine) }

  /// Somebody was cancelled, and whoever works for it has to be told.
  package mutating func tell(_ upstream: Upstream) { cancelled.append(upstream) }

  /// Likewise, for several, in their order, and each with all that is upstream of it before the next.
  mutating func tell(_ upstreams: Few<Upstream>) {
    let end = cancelled.count
    upstreams.forEach { cancelled.append($0) }
    cancelled[end...].reverse()
  }

  /// Works everything off.
  package consuming func finish() {
    while true {
      if let engine = settled.popFirst() {
        engine.deliver(in: &self)
      } else if let item = inline.popFirst() {
        performInline(consume item)
      } else if let upstream = cancelled.popLast() {
        cancel(upstream)
      } else if let item = next.take() {
        perform(item)
      } else {
        return
      }
    }
  }

  private mutating func cancel(_ upstream: Upstream) {
    switch upstream {
    case .engine(let engine): engine.consumerCancelled(in: &self)
    case .ownerless(let reference): reference.engine?.consumerCancelled(in: &self)
    case .engines(let engines): for engine in engines { engine.consumerCancelled(in: &self) }
    case .handler(let handler): handler()
    }
  }

  // MARK: Sending an observer where it wants to run

  /// Brings an outcome to an observer. `isFirst`: no other observer of the promise was sent to an executor before.
  ///
  /// Only the first may go on here: another could overtake one that was sent through the queue before it.
  mutating func bring(_ source: AnyPromiseEngine, to observer: Observer, isFirst: inout Bool) {
    guard let executor = observer.react(source, .arrived, &self) else { return }
    let item = Item(observer: observer, source: source)
    if case .inline = executor {
      item.scope?.jobComes()
      inline.append(item)
    } else {
      if isFirst, mayGoOn(with: item, at: executor) {
        next = item
      } else {
        Self.send(item, to: executor)
      }
      isFirst = false
    }
  }

  private mutating func mayGoOn(with item: Item, at executor: Executor) -> Bool {
    guard next == nil, let place, place.canContinue(executor), scope === item.scope else { return false }
    let now = DispatchTime.now().uptimeNanoseconds
    if deadline == 0 { deadline = now + Self.timeSlice }
    return now < deadline
  }

  /// Runs `job` at a place, as code of a scope, by itself.
  package static func start(_ job: @escaping @Sendable () -> Void, at executor: Executor, in scope: Scope?) {
    guard let scope else { return executor.enqueue(job) }
    scope.jobComes()
    let parcel = Parcel(job)
    scope.enqueue(at: executor) {
      scope.runJob { parcel.open()() }
      scope.jobGoes()
    }
  }

  private static func send(_ item: Item, to executor: Executor) {
    guard let scope = item.scope else {
      return executor.enqueue {
        var run = Run(at: executor, in: nil)
        run.perform(item)
        run.finish()
      }
    }
    scope.jobComes()
    let parcel = Parcel(item)
    // Where somebody decides about the order of handlers, each is a job of its own.
    let place = scope.host?.order == nil ? executor : nil
    scope.enqueue(at: executor) {
      scope.runJob {
        var run = Run(at: place, in: scope)
        run.perform(parcel.open())
        run.finish()
      }
      scope.jobGoes()
    }
  }

  private mutating func perform(_ item: consuming Item) {
    _ = item.observer.react(item.source, .running, &self)
  }

  private mutating func performInline(_ item: consuming Item) {
    guard let scope = item.scope else { return perform(item) }
    var parcel = Optional(item)
    scope.runJob { perform(parcel.take()!) }
    scope.jobGoes()
  }
}

/// Something that can be taken out, so that a work item has let go of it before it says that it is done.
private final class Parcel<Content: Sendable>: @unchecked Sendable {
  // Guarded by use: filled before the work item is queued, emptied by that work item, which runs once.
  private var content: Content?

  init(_ content: Content) { self.content = content }

  func open() -> Content { content.take()! }
}
