import Dispatch

/// The trampoline: everything that follows from one promise being settled or cancelled, without recursion.
///
/// Whoever settles a promise makes a run, settles into it, and finishes it. Settling puts promises on its lists
/// instead of calling into them, so that a chain of any length is worked off on constant stack. One is called at once if
/// there is nothing on the lists; what it settles is put on them.
///
/// A run that takes place in a work item of ours also goes on with the next handler of a chain if that one is due at
/// the same place: a chain of three costs one trip through the queue, not three. The previous handler has returned by
/// then, and its promise has one observer first in line. What can be told of it is that what else was queued meanwhile
/// runs later, and that a queue which a handler suspends stops only when the run lets go of it: as long as a `Turn`.
@usableFromInline
package struct Run: ~Copyable {
  /// A handler that has to run, and the settled promise it runs for.
  struct Item: Sendable {
    let observer: AnyObserver
    let source: AnyPromiseEngine

    /// Where it belongs: to the test that attached the handler, whosever the promise is.
    var scope: Scope? {
      guard let scope = source.scope else { return nil }
      return observer.ownScope ?? scope
    }
  }

  /// Where this run takes place; `nil` for somebody else's stack, on which no handler may be run.
  private let place: ObjectIdentifier?
  /// The scope of that place; handlers of another scope get a work item of their own.
  private let scope: Scope?
  /// The handler to go on with, here, before anything else of this place's queue.
  private var next: Item?
  /// The handler whose turn it is, by the promise that it settles.
  private var performing: ObjectIdentifier?
  /// The only observer of that promise, if it is to go on with that one.
  private var successor: AnyObserver?
  /// Promises that have settled and whose observers are to be served.
  private var settled = Fifo<(promise: AnyPromiseEngine, first: AnyObserver?)>()
  /// Handlers that run inline. They wait until their promise has come to rest, so that it keeps nobody else waiting.
  private var inline = Fifo<Item>()
  /// Who has to be told of a cancellation, the next one last.
  private var cancelled: [Upstream]?
  /// What users want to be called back for when something is cancelled. Their code waits until everybody has been served.
  private var callbacks: [Upstream.Producer]?
  /// Somebody is being handed a value.
  private var isHandingOver = false
  /// How long others have had to wait for the queue.
  private var turn = Turn()

  /// A run on the stack of whoever settles or cancels a promise.
  @usableFromInline
  package init() {
    place = nil
    scope = nil
  }

  private init(at place: ObjectIdentifier?, in scope: Scope?) {
    self.place = place
    self.scope = scope
  }

  // MARK: What is to be done

  /// A promise has an outcome, and its observers want to hear of it.
  ///
  /// - Parameter first: The first of them, if it is out of the line already.
  mutating func deliver(_ promise: AnyPromiseEngine, to first: consuming AnyObserver?) {
    settled.append((promise, first))
  }

  /// Somebody was cancelled, and whoever works for it has to be told.
  package mutating func tell(_ upstream: Upstream) {
    if cancelled == nil { cancelled = [] }
    cancelled!.append(upstream)
  }

  /// Likewise, for several, in their order, and each with all that is upstream of it before the next.
  mutating func tell(_ upstreams: consuming Upstreams) {
    let list = upstreams.all
    guard !list.isEmpty else { return }
    if cancelled == nil { cancelled = [] }
    cancelled!.append(contentsOf: list.reversed())
  }

  /// Lets the only observer of a promise with a value have it now, if nothing else is to be done first and it can.
  /// Returns whether it has.
  mutating func hands(valueOf source: AnyPromiseEngine, to observer: AnyObserver) -> Bool {
    guard !isHandingOver, settled.isEmpty, inline.isEmpty, cancelled == nil, next == nil, successor == nil else {
      return false
    }
    // What it settles is not handed on in turn: that would take as much stack as there are promises.
    isHandingOver = true
    defer { isHandingOver = false }
    return observer.takesValue(of: source, in: &self)
  }

  /// Has a handler run inline that needs not be asked whether it wants to.
  mutating func runInline(_ observer: AnyObserver, of source: AnyPromiseEngine) {
    inline.append(Item(observer: observer, source: source))
  }

  /// Works everything off.
  @usableFromInline
  package mutating func finish() {
    while true {
      // First, so that whoever hears of an outcome finds those cancelled that it made superfluous. This runs no code of
      // users, except what they want to be done when a task is cancelled.
      if let upstream = cancelled?.popLast() {
        if cancelled!.isEmpty { cancelled = nil }
        cancel(upstream)
      } else if let (promise, first) = settled.popFirst() {
        promise.deliver(to: first, in: &self)
      } else if let item = inline.popFirst() {
        performInline(consume item)
      } else if let callbacks = callbacks.take() {
        for callback in callbacks { callback.stop(&self) }
      } else if let item = next.take() {
        goOn(with: item)
      } else {
        return
      }
    }
  }

  private mutating func cancel(_ upstream: Upstream) {
    switch upstream {
    case .engine(let engine): engine.consumerCancelled(in: &self)
    case .ownerless(let reference): reference.engine?.consumerCancelled(in: &self)
    // Each with all that is upstream of it before the next, which may be a consumer less then.
    case .members(let members): for engine in members.engines.reversed() { tell(.engine(engine)) }
    case .producer(let producer) where producer.isOurs: producer.stop(&self)
    case .producer(let producer):
      if callbacks == nil { callbacks = [] }
      callbacks!.append(producer)
    }
  }

  // MARK: Going on with a chain

  /// Whether this run goes on with the handler of the only observer of a promise that is being fulfilled.
  @inline(__always)
  mutating func takes(_ observer: AnyObserver, of source: AnyPromiseEngine) -> Bool {
    // Where there are scopes, it is `bring` that decides.
    guard let place, successor == nil, next == nil, !source.hasScope, observer.goesOn(at: place) else { return false }
    return turn.goesOn()
  }

  /// Goes on with it, when all that was to be done before is done.
  @inline(__always)
  mutating func goOn(with observer: consuming AnyObserver, of source: AnyPromiseEngine) {
    if performing == ObjectIdentifier(source) {
      successor = consume observer
    } else {
      next = Item(observer: observer, source: source)
    }
  }

  /// Runs a handler in a work item of its own, and goes on.
  static func begin(with observer: AnyObserver, of source: AnyPromiseEngine, at place: ObjectIdentifier) {
    var run = Run(at: place, in: nil)
    run.begin(with: observer, of: source)
    run.finish()
  }

  private mutating func begin(with observer: AnyObserver, of source: AnyPromiseEngine) {
    performing = ObjectIdentifier(observer)
    observer.perform(source, in: &self)
    performing = nil
    if let successor = successor.take() {
      goOn(with: Item(observer: successor, source: unsafeDowncast(observer, to: AnyPromiseEngine.self)))
    }
  }

  /// Runs a handler, and as long as there is nothing else to do, the next one of its chain, and so on.
  private mutating func goOn(with item: consuming Item) {
    while settled.isEmpty, inline.isEmpty, cancelled == nil, callbacks == nil {
      performing = ObjectIdentifier(item.observer)
      item.observer.perform(item.source, in: &self)
      performing = nil
      guard let observer = successor.take() else { return }
      // It is one of a promise that stood in line itself. That is handed on, and not retained and released.
      item = Item(observer: consume observer, source: unsafeDowncast(item.observer, to: AnyPromiseEngine.self))
    }
    next = item
  }

  // MARK: Sending an observer where it wants to run

  /// Brings an outcome to an observer. `isFirst`: no other observer of the promise was sent to an executor before.
  ///
  /// Only the first may go on here: another could overtake one that was sent through the queue before it.
  mutating func bring(_ source: AnyPromiseEngine, to observer: AnyObserver, isFirst: inout Bool) {
    switch observer.arrived(source, in: &self) {
    case .nowhere: break
    case .inline:
      let item = Item(observer: observer, source: source)
      item.scope?.jobComes()
      inline.append(item)
    case .at(let place, let asks):
      let item = Item(observer: observer, source: source)
      // Flags ask for a work item of their own.
      if isFirst, !asks, place == self.place, next == nil, scope === item.scope, turn.goesOn() {
        next = item
      } else {
        Self.send(item, to: observer.executor, place)
      }
      isFirst = false
    }
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

  /// Sends the handler of a promise without a scope to its place.
  static func send(_ observer: AnyObserver, of source: AnyPromiseEngine, to executor: Executor) {
    guard case .at(let place, _) = executor.place else { fatalError("it is not sent who is due at once") }
    executor.enqueue { begin(with: observer, of: source, at: place) }
  }

  private static func send(_ item: consuming Item, to executor: Executor, _ place: ObjectIdentifier) {
    guard let scope = item.scope else {
      return send(item.observer, of: item.source, to: executor)
    }
    scope.jobComes()
    let parcel = Parcel(item)
    // Where somebody decides about the order of handlers, each is a job of its own.
    let place = scope.host?.order == nil ? place : nil
    scope.enqueue(at: executor) {
      scope.runJob {
        var run = Run(at: place, in: scope)
        run.goOn(with: parcel.open())
        run.finish()
      }
      scope.jobGoes()
    }
  }

  private mutating func perform(_ item: consuming Item) {
    item.observer.perform(item.source, in: &self)
  }

  private mutating func performInline(_ item: consuming Item) {
    guard let scope = item.scope else { return perform(item) }
    var parcel = Optional(item)
    scope.runJob { perform(parcel.take()!) }
    scope.jobGoes()
  }
}

/// How long a run keeps a queue to itself.
private struct Turn {
  /// In nanoseconds, beyond the handler that is running.
  private static let length: UInt64 = 400_000
  /// Handlers are quick if all since the last look at the clock, eight at most, have taken less, in nanoseconds.
  private static let quick: UInt64 = 50_000

  /// When to let others have the queue, in nanoseconds of uptime; 0 until the first handler has gone on.
  private var deadline: UInt64 = 0
  private var lastLook: UInt64 = 0
  /// How many handlers may go on before the clock is looked at again, which takes as long as many a handler.
  private var credit = 0

  /// Whether the next handler may go on.
  mutating func goesOn() -> Bool {
    if credit > 0 {
      credit -= 1
      return true
    }
    let now = DispatchTime.now().uptimeNanoseconds
    if deadline == 0 {
      deadline = now + Self.length
    } else if now >= deadline {
      return false
    } else if now - lastLook < Self.quick {
      credit = 7
    }
    lastLook = now
    return true
  }
}

/// Something that can be taken out, so that a work item has let go of it before it says that it is done.
private final class Parcel<Content: Sendable>: @unchecked Sendable {
  // Guarded by use: filled before the work item is queued, emptied by that work item, which runs once.
  private var content: Content?

  init(_ content: Content) { self.content = content }

  func open() -> Content { content.take()! }
}
