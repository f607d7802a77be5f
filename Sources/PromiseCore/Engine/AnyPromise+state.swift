extension AnyPromise {
  /// The facts about a promise that can be read without its lock.
  @usableFromInline
  package struct Flag {
    /// The outcome is available and final.
    @usableFromInline package static var settled: UInt16 { @inlinable get { 1 } }
    /// An observer has received the outcome.
    @usableFromInline package static var observed: UInt16 { @inlinable get { 2 } }
    /// A handler has handled the error, here or upstream.
    @usableFromInline package static var handled: UInt16 { @inlinable get { 4 } }
    /// Neither a resolver nor an observer retains the promise.
    @usableFromInline package static var unowned: UInt16 { @inlinable get { 8 } }
    /// When its resolver is released, the promise stays pending instead of being rejected.
    package static var staysPending: UInt16 { 16 }
    /// The promise stays pending permanently, because its resolver, or that of a promise it depends on, has been
    /// released.
    package static var neverSettles: UInt16 { 32 }
    /// The progress of the promise has been requested.
    package static var tracksProgress: UInt16 { 64 }
    /// A `catch(only:)` has handled the error, so the handlers that follow skip it.
    package static var caught: UInt16 { 128 }
    /// The outcome is a value.
    @usableFromInline package static var fulfilled: UInt16 { @inlinable get { 256 } }
    /// The outcome is an error.
    @usableFromInline package static var rejected: UInt16 { @inlinable get { 512 } }
    /// The promise is derived and its handler takes values, so an error skips the handler. Without this flag the
    /// operator would have to be asked, at a cost of about 50 of the about 1,300 instructions of a step.
    @usableFromInline package static var takesValue: UInt16 { @inlinable get { 2048 } }
    /// The creation record is a box.
    @usableFromInline package static var boxed: UInt16 { @inlinable get { 1024 } }
    /// The recorder of the context records the promise.
    package static var recorded: UInt16 { 16384 }
    /// The promise is a guarantee that was canceled. The promises that it waits for do not retain it.
    package static var canceledGuarantee: UInt16 { 32768 }
    // `DeliveryFlags` defines 4096 and 8192.
  }

  // MARK: - Snapshots

  /// Whether the promise is fulfilled or rejected. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isSettled: Bool { loadPublishedFlags() & Flag.settled != 0 }

  /// Whether the promise has no outcome yet. The property is a lock-free snapshot.
  @_documentation(visibility: internal)  // as on every thenable
  public var isPending: Bool { !isSettled }

  /// Whether the promise is rejected. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isRejected: Bool { loadPublishedFlags() & Flag.rejected != 0 }

  /// Whether the promise is fulfilled. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isFulfilled: Bool { loadPublishedFlags() & Flag.fulfilled != 0 }

  /// Whether the promise is rejected with an error that means cancellation. The property is a lock-free snapshot.
  public var isCancelled: Bool { isRejected && storage.error.isCancelled }

  /// Whether the promise is rejected with an error that no observer has received and no handler has handled.
  package var isRejectedUnobserved: Bool {
    let flags = loadPublishedFlags()
    return flags & Flag.rejected != 0 && flags & (Flag.observed | Flag.handled) == 0
  }

  /// Whether delivery has ended, so that a new observer does not join the list. This includes abandoned guarantees,
  /// which deliver no outcome.
  var isDelivered: Bool { loadPublishedFlags() & DeliveryFlags.delivered != 0 }

  /// Whether the promise stays pending permanently. Its handlers never run; a waiting task or thread receives the error
  /// in `storage`.
  var neverSettles: Bool { loadPublishedFlags() & Flag.neverSettles != 0 }

  /// Whether the promise is a guarantee that was canceled while it was pending.
  var isCanceledGuarantee: Bool { loadFlags() & Flag.canceledGuarantee != 0 }

  /// Whether the promise can still settle. An abandoned guarantee cannot, although it is not settled.
  package var maySettle: Bool { withState { $0.isPending } }

  /// The number of observers in the list.
  package var observerCount: Int { withState { $0.observerCount } }

  /// The targets that the promise notifies when it is canceled.
  var cancellationTargets: [CancellationTarget] { withState { $0.allTargets } }

  // MARK: - Marks

  /// Whether a handler has handled the error, here or upstream. Such an error is not reported as unhandled, even if no
  /// handler follows downstream.
  @usableFromInline
  package var isHandled: Bool { loadFlags() & Flag.handled != 0 }

  /// Whether a `catch(only:)` has handled the error, here or upstream.
  @usableFromInline
  var isCaught: Bool { loadFlags() & Flag.caught != 0 }

  /// Records that a `catch(only:)` handles the error. Must be called before the promise settles.
  @usableFromInline
  func markCaught() { setFlags(Flag.caught) }

  /// Records that an observer has received the outcome, which makes the observer responsible for an error.
  @inlinable
  package func markObserved() {
    if loadFlags() & Flag.observed == 0 { setFlags(Flag.observed) }
  }

  /// Whether neither a resolver nor an observer retains the promise.
  @inlinable
  package var isUnowned: Bool { loadFlags() & Flag.unowned != 0 }

  /// Records that neither a resolver nor an observer retains the promise. Must be called before it is observed.
  @usableFromInline
  package func markUnowned() {
    setFlags(Flag.unowned)
    record(.unowned)
  }

  /// Records that the promise stays pending when it is abandoned. Must be called before the promise is published.
  @usableFromInline
  package func markStaysPending() { setFlags(Flag.staysPending) }
}
