extension AnyPromise {
  // MARK: - Snapshots

  /// Whether the promise is fulfilled or rejected. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isSettled: Bool { loadPublishedFlags().contains(.settled) }

  /// Whether the promise has no outcome yet. The property is a lock-free snapshot.
  @_documentation(visibility: internal)  // as on every thenable
  public var isPending: Bool { !isSettled }

  /// Whether the promise is rejected. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isRejected: Bool { loadPublishedFlags().contains(.rejected) }

  /// Whether the promise is fulfilled. The property is a lock-free snapshot.
  @inlinable
  @_documentation(visibility: internal)  // as on every thenable
  public var isFulfilled: Bool { loadPublishedFlags().contains(.fulfilled) }

  /// Whether the promise is rejected with an error that means cancellation. The property is a lock-free snapshot.
  public var isCancelled: Bool { isRejected && storage.error.isCancelled }

  /// The error of a promise that was rejected, or `nil`. Reading it does not count as observing it.
  package var rejectionError: (any Error)? { isRejected ? storage.error : nil }

  /// Whether the promise is rejected with an error that no observer has received and no handler has handled.
  package var isRejectedUnobserved: Bool {
    let flags = loadPublishedFlags()
    return flags.contains(.rejected) && flags.isDisjoint(with: [.observed, .handled])
  }

  /// Whether delivery has ended, so that a new observer does not join the list. This includes abandoned guarantees,
  /// which deliver no outcome.
  var isDelivered: Bool { loadPublishedFlags().contains(.delivered) }

  /// Whether the promise stays pending permanently. Its handlers never run; a waiting task or thread receives the error
  /// in `storage`.
  var neverSettles: Bool { loadPublishedFlags().contains(.neverSettles) }

  /// Whether the promise is a guarantee that was canceled while it was pending.
  var isCanceledGuarantee: Bool { loadFlags().contains(.canceledGuarantee) }

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
  package var isHandled: Bool { loadFlags().contains(.handled) }

  /// Records that a handler handles the error. Must be called before the promise settles.
  package func markHandled() { setFlags(.handled) }

  /// Whether a `catch(only:)` has handled the error, here or upstream.
  @usableFromInline
  var isCaught: Bool { loadFlags().contains(.caught) }

  /// Records that a `catch(only:)` handles the error. Must be called before the promise settles.
  @usableFromInline
  func markCaught() { setFlags(.caught) }

  /// Records that an observer has received the outcome, which makes the observer responsible for an error.
  @inlinable
  package func markObserved() {
    if !loadFlags().contains(.observed) { setFlags(.observed) }
  }

  /// Whether neither a resolver nor an observer retains the promise.
  @inlinable
  package var isUnowned: Bool { loadFlags().contains(.unowned) }

  /// Records that neither a resolver nor an observer retains the promise. Must be called before it is observed.
  @usableFromInline
  package func markUnowned() {
    setFlags(.unowned)
    record(.unowned)
  }

  /// Records that the promise stays pending when it is abandoned. Must be called before the promise is published.
  @usableFromInline
  package func markStaysPending() { setFlags(.staysPending) }
}
