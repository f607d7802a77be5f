extension AnyPromise {
  /// What can be known of a promise without taking its lock.
  @usableFromInline
  package struct Flag {
    /// The outcome is there, and will not change.
    @usableFromInline package static var settled: UInt16 { @inlinable get { 1 } }
    /// An observer has taken the outcome.
    @usableFromInline package static var observed: UInt16 { @inlinable get { 2 } }
    /// A handler has dealt with the error, here or upstream.
    @usableFromInline package static var handled: UInt16 { @inlinable get { 4 } }
    /// Neither a resolver nor an observer keeps the promise alive.
    @usableFromInline package static var unowned: UInt16 { @inlinable get { 8 } }
    /// When its resolver is released, the promise stays pending instead of being rejected.
    package static var staysPending: UInt16 { 16 }
    /// It stays pending permanently, because its resolver, or that of a promise it depends on, has been released.
    package static var neverSettles: UInt16 { 32 }
    /// Its progress has been asked for.
    package static var tracksProgress: UInt16 { 64 }
    /// A `catch(only:)` has dealt with the error: the handlers that follow skip it.
    package static var caught: UInt16 { 128 }
    /// The outcome is a value.
    @usableFromInline package static var fulfilled: UInt16 { @inlinable get { 256 } }
    /// The outcome is an error.
    @usableFromInline package static var rejected: UInt16 { @inlinable get { 512 } }
    /// It is derived, and its handler takes values: an error skips the handler. Without the flag the operator would have to
    /// be asked, for about 50 instructions of a link's 1,270.
    @usableFromInline package static var takesValue: UInt16 { @inlinable get { 2048 } }
    /// Its creation record is a box.
    @usableFromInline package static var boxed: UInt16 { @inlinable get { 1024 } }
    // 4096 and 8192: `DeliveryFlags`
  }

  // MARK: - Snapshots

  /// Whether the promise is fulfilled or rejected. A lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // the same as for every thenable
  public final var isSettled: Bool { loadPublishedFlags() & Flag.settled != 0 }

  /// Whether the promise has no outcome yet. A lock-free snapshot.
  @_documentation(visibility: internal)  // the same as for every thenable
  public final var isPending: Bool { !isSettled }

  /// Whether the promise is rejected. A lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // the same as for every thenable
  public final var isRejected: Bool { loadPublishedFlags() & Flag.rejected != 0 }

  /// Whether the promise is fulfilled. A lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // the same as for every thenable
  public final var isFulfilled: Bool { loadPublishedFlags() & Flag.fulfilled != 0 }

  /// Whether the promise is rejected with an error that no handler has seen, and that none sees without asking for it.
  package final var isRejectedUnobserved: Bool {
    let flags = loadPublishedFlags()
    return flags & Flag.rejected != 0 && flags & (Flag.observed | Flag.handled) == 0
  }

  /// Whether the outcome has been delivered: a new observer needs no list.
  final var isDelivered: Bool { loadPublishedFlags() & DeliveryFlags.delivered != 0 }

  /// Whether the promise stays pending permanently. No handler runs; a waiting task or thread gets the error in its storage.
  final var neverSettles: Bool { loadPublishedFlags() & Flag.neverSettles != 0 }

  /// Whether the promise may still settle. An abandoned guarantee is not settled, but has come to rest.
  package final var maySettle: Bool { withState { $0.isPending } }

  /// The number of observers in the list.
  package final var observerCount: Int { withState { $0.observerCount } }

  /// What the promise tells when it is canceled.
  final var cancellationTargets: [CancellationTarget] { withState { $0.allTargets } }

  // MARK: - Marks

  /// Whether a handler has dealt with the error, here or upstream: then it is not reported, wherever it ends.
  @usableFromInline
  package final var isHandled: Bool { loadFlags() & Flag.handled != 0 }

  /// Whether a `catch(only:)` has dealt with the error, here or upstream.
  @usableFromInline
  final var isCaught: Bool { loadFlags() & Flag.caught != 0 }

  /// Notes that a `catch(only:)` deals with the error. To be called before the promise settles.
  @usableFromInline
  final func markCaught() { setFlags(Flag.caught) }

  /// Notes that an observer has taken the outcome: an error is the observer's to deal with.
  @inlinable
  package final func markObserved() {
    if loadFlags() & Flag.observed == 0 { setFlags(Flag.observed) }
  }

  /// Whether neither a resolver nor an observer keeps the promise alive.
  @inlinable
  package final var isUnowned: Bool { loadFlags() & Flag.unowned != 0 }

  /// Notes that neither a resolver nor an observer is to keep the promise alive. To be called before it is observed.
  @usableFromInline
  final func markUnowned() { setFlags(Flag.unowned) }

  /// Notes that the promise, once abandoned, stays pending. To be called before it is published.
  @usableFromInline
  final func markStaysPending() { setFlags(Flag.staysPending) }
}
