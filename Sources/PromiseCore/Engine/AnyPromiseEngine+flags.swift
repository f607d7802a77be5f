public import Synchronization

extension AnyPromiseEngine {
  /// What can be known of a promise without taking its lock.
  @usableFromInline
  package struct Flag {
    /// The outcome is there, and will not change.
    @usableFromInline package static var settled: UInt16 { @inlinable get { 1 } }
    /// Somebody has been given the outcome.
    @usableFromInline package static var observed: UInt16 { @inlinable get { 2 } }
    /// A handler has seen the error, here or upstream.
    @usableFromInline package static var handled: UInt16 { @inlinable get { 4 } }
    /// Nobody keeps it until it is settled: neither a resolver nor those who wait for it.
    @usableFromInline package static var ownerless: UInt16 { @inlinable get { 8 } }
    /// When its resolver goes and nobody waits, it is rejected only when somebody comes to wait.
    package static var patient: UInt16 { 16 }
    /// That has happened: its resolver has gone.
    package static var orphaned: UInt16 { 32 }
    /// Somebody has asked for its progress.
    package static var metered: UInt16 { 64 }
    /// A `catch` of just this error has dealt with it: those that follow leave it out.
    package static var caught: UInt16 { 128 }
    /// The outcome is a value.
    @usableFromInline package static var fulfilled: UInt16 { @inlinable get { 256 } }
    /// The outcome is an error.
    @usableFromInline package static var failed: UInt16 { @inlinable get { 512 } }
    /// It is derived, and its handler wants a value: errors pass it by.
    @usableFromInline package static var wantsValue: UInt16 { @inlinable get { 2048 } }
    /// Its place is a box, with a scope.
    @usableFromInline package static var boxed: UInt16 { @inlinable get { 1024 } }
  }

  /// Whether the outcome is there. A lock-free snapshot.
  @inlinable
  public final var isSettled: Bool { flags.load(ordering: .acquiring) & Flag.settled != 0 }

  /// Whether there is no outcome yet. A lock-free snapshot.
  public final var isPending: Bool { !isSettled }

  /// Whether it is rejected and nobody has dealt with that, or will without asking for it.
  package final var isRejectedUnseen: Bool {
    let flags = flags.load(ordering: .acquiring)
    return flags & Flag.failed != 0 && flags & (Flag.observed | Flag.handled) == 0
  }

  /// Whether somebody may yet settle it: a guarantee that was abandoned has come to rest without an outcome.
  package final var isWaitedFor: Bool { withState { $0.phase } == .pending }

  /// Whether there is an error. A lock-free snapshot.
  @inlinable
  public final var isRejected: Bool { flags.load(ordering: .acquiring) & Flag.failed != 0 }

  /// Whether there is a value. A lock-free snapshot.
  @inlinable
  public final var isFulfilled: Bool { flags.load(ordering: .acquiring) & Flag.fulfilled != 0 }

  /// The number of observers in line.
  package final var observerCount: Int { withState { $0.observerCount } }

  /// Whom it tells when it is cancelled.
  final var linked: [Upstream] { withState { $0.linked } }

  /// Whether there is an outcome. A lock-free snapshot. From PromiseKit.
  public final var isResolved: Bool { isSettled }

  /// Whether a handler has seen the error, here or upstream: then it is not reported, wherever it ends.
  @usableFromInline
  package final var isHandled: Bool { flags.load(ordering: .relaxed) & Flag.handled != 0 }

  /// Whether a `catch` of just this error has dealt with it, here or upstream.
  @usableFromInline
  final var isCaught: Bool { flags.load(ordering: .relaxed) & Flag.caught != 0 }

  /// Notes that a `catch` of just this error deals with it. Said before the promise is settled.
  @usableFromInline
  final func markCaught() { flags.bitwiseOr(Flag.caught, ordering: .relaxed) }

  /// Notes that somebody has been given the outcome: if it is an error, it is theirs to deal with.
  @inlinable
  package final func markObserved() {
    if flags.load(ordering: .relaxed) & Flag.observed == 0 { flags.bitwiseOr(Flag.observed, ordering: .relaxed) }
  }
}
