public import CPromiseCore

/// What every promise and every guarantee begins with. It does not depend on the type of the value, so the engine need not
/// know that type.
///
/// The layout of a promise on a 64-bit system:
///
/// | Bytes | Part |
/// | --- | --- |
/// | 16 | the object header of Swift |
/// | 8 | `lockAndFlags` |
/// | 16 | `stateMachine`: the observer list and the cancellation targets |
/// | 8 | `record` |
/// | 16 | `storage` |
/// | 40 | `reaction`, in a `DerivedPromise` or a `DerivedGuarantee` only |
@usableFromInline
package struct PromiseHeader: ~Copyable {
  /// The flags of the promise, which snapshots read without locking, its kind, and the lock.
  ///
  /// This is the first stored property of the object, as `LockAndFlags` requires.
  @usableFromInline var lockAndFlags: LockAndFlags
  // Guarded by the lock.
  var stateMachine: PromiseStateMachine
  let record: CreationRecord
  // Guarded by the state machine: the only thread that fills the storage is the one for which `settle` succeeds. It
  // does so before it publishes the flag `settled` or `neverSettles`, and other threads read the storage only after
  // they have seen one of these flags.
  /// The outcome: a value of the type that the class knows, or an `any Error`.
  @usableFromInline var storage = OutcomeStorage()

  /// The offset of `stateMachine`, which `PromiseHeaderLayoutTests` checks.
  @inline(__always)
  static var stateMachineOffset: Int {
    let alignment = MemoryLayout<PromiseStateMachine>.alignment
    return (MemoryLayout<LockAndFlags>.size + alignment - 1) / alignment * alignment
  }

  /// What the class of an object adds to the header, and what its operators may assume.
  @usableFromInline
  package struct Kind {  // no `OptionSet`, whose conformances are 4 KB
    /// The object is a guarantee, which cannot be rejected.
    @usableFromInline package static var guarantee: UInt8 { @inlinable get { 1 } }
    /// The object has a `Reaction` after the header.
    @usableFromInline package static var derived: UInt8 { @inlinable get { 2 } }
  }

  /// Creates the header of a promise, which is pending if `flags` is empty and settled otherwise.
  @usableFromInline
  init(site: CreationSite, context: PromiseContext?, flags: PromiseFlags, kind: UInt8) {
    if flags.isEmpty { promise_core_count_started() }
    let isBox: Bool
    (record, isBox) = CreationRecord.make(site, context)
    stateMachine = flags.isEmpty ? PromiseStateMachine() : .settled
    lockAndFlags = LockAndFlags(flags: isBox ? flags.union(.boxed).rawValue : flags.rawValue, kind: kind)
  }

  /// Creates the header of a pending promise that waits for `source`.
  ///
  /// Most promises belong to no context and have a short site. A separate path for them saves 16 instructions.
  @usableFromInline
  init(from source: consuming AnyPromise, _ site: CreationSite, flags: PromiseFlags, kind: UInt8) {
    promise_core_count_started()
    if source.loadFlags().isDisjoint(with: [.boxed, .unowned]), !PromiseContext.isInstrumented,
      let short = CreationRecord(short: site)
    {
      record = short
      stateMachine = PromiseStateMachine(target: .promise(consume source))
      lockAndFlags = LockAndFlags(flags: flags.rawValue, kind: kind)
    } else {
      let isBox: Bool
      (record, isBox) = CreationRecord.make(site, source.contextOfDerived)
      stateMachine = Self.stateOfDerived(from: source)
      lockAndFlags = LockAndFlags(flags: isBox ? flags.union(.boxed).rawValue : flags.rawValue, kind: kind)
    }
  }

  /// Returns the state of a promise that waits for `source`, and retains it unless it is unowned.
  @inline(never)
  private static func stateOfDerived(from source: AnyPromise) -> PromiseStateMachine {
    PromiseStateMachine(target: source.isUnowned ? .unownedPromise(WeakPromise(source)) : .promise(source))
  }
}

extension AnyPromise {
  // `unchecked` accesses: the lock or the state machine already prevents overlapping ones, and the runtime's exclusivity
  // check would cost more than most of these accesses.
  /// The state machine, which the lock guards.
  ///
  /// It is accessed by its address, as the flags are. Thread Sanitizer takes a modification of a part of `header` for one
  /// of its first bytes, the flags, which other threads load without the lock.
  var stateMachine: PromiseStateMachine {
    @inline(__always) _read {
      yield stateMachineAddress.pointee
      _fixLifetime(object)
    }
    @inline(__always) nonmutating _modify {
      yield &stateMachineAddress.pointee
      _fixLifetime(object)
    }
  }

  @inline(__always)
  private var stateMachineAddress: UnsafeMutablePointer<PromiseStateMachine> {
    (_getUnsafePointerToStoredProperties(object) + PromiseHeader.stateMachineOffset)
      .assumingMemoryBound(to: PromiseStateMachine.self)
  }

  /// The outcome: a value of the type that the class knows, or an `any Error`.
  @inlinable
  package var storage: OutcomeStorage {
    @inline(__always) get { object.header.storage }
    @inline(__always) nonmutating set { object.header.storage = newValue }
  }

  /// The creation record.
  private var creationRecord: CreationRecord { object.header.record }

  /// Whether the promise is a guarantee, which cannot be rejected.
  @inlinable
  package var isGuarantee: Bool { kind & PromiseHeader.Kind.guarantee != 0 }

  /// Whether the promise is derived, so that it has a reaction.
  @inlinable
  package var isDerived: Bool { kind & PromiseHeader.Kind.derived != 0 }

  @inlinable @inline(__always)
  var kind: UInt8 {
    defer { _fixLifetime(object) }
    return LockAndFlags.flagsAddress(in: object).pointee.kind
  }

  /// The creation site of the promise.
  @usableFromInline
  package var site: CreationSite { creationRecord.site(isBox: hasBoxedRecord) }

  /// The context that the promise belongs to, or `nil` outside of tests and traced programs.
  @usableFromInline
  package var context: PromiseContext? { hasBoxedRecord ? creationRecord.contextInBox : nil }

  /// What the recorder of the context keeps about the promise, or `nil` if the promise is not recorded.
  package var record: (any PromiseRecord)? { hasBoxedRecord ? creationRecord.recordInBox : nil }

  /// Sets what the recorder of the context keeps about the promise. Must be called while the promise is being created.
  package func setRecord(_ record: any PromiseRecord) { creationRecord.recordInBox = record }

  /// Whether the creation record is a box, because the promise belongs to a context or its site does not fit in one
  /// word.
  @inlinable @inline(__always)
  package var hasBoxedRecord: Bool { loadFlags().contains(.boxed) }

  // MARK: - Creation and deallocation

  /// Tells the context, if there is one, of the new promise. Every initializer of the classes ends with this call.
  @inlinable @inline(__always)
  static func noteCreation(of promise: AnyObject, isPending: Bool) {
    if loadFlags(of: promise).contains(.boxed) { AnyPromise(object: promise).announce(isPending: isPending) }
  }

  @usableFromInline @inline(never)
  func announce(isPending: Bool) { context?.promiseCreated(self, isPending: isPending) }

  /// Releases what the promise refers to, apart from a value. Every `deinit` of the classes ends with this call.
  ///
  /// - Parameter flags: The flags of the promise. If it is fulfilled, the caller has released its value.
  @usableFromInline
  func deinitialize(_ flags: PromiseFlags) {
    if flags.contains(.rejected) {
      reportAndClearError()
    } else if flags.contains(.neverSettles) {
      storage.clear((any Error).self)
    } else if !flags.contains(.fulfilled), flags.contains(.unowned) {
      cancelObservers()
    }
    if stateMachine.isPending { promise_core_count_ended() }
    if flags.isDisjoint(with: [.settled, .neverSettles]) {
      leaveTargets(wasCanceled: flags.contains(.canceledGuarantee))
    }
    if flags.contains(.tracksProgress) { PromiseProgress.release(self) }
    if flags.contains(.boxed) {
      context?.promiseDeallocated(self, isPending: stateMachine.isPending)
      creationRecord.releaseBox()
    }
  }

  /// Moves the observers of an unowned promise that is deallocated while pending to a replacement promise, and
  /// cancels the replacement. The outcome is a cancellation because nothing has failed.
  private func cancelObservers() {
    let observers = takeObservers()
    guard !observers.isEmpty else { return }
    let replacement =
      isGuarantee
      ? AnyPromise(Guarantee<Erased>(site: site, context: context))
      : AnyPromise(Promise<Erased>(site: site, context: context))
    let trampoline = Trampoline.enter()
    for observer in observers { replacement.attach(observer, in: trampoline) }
    if isGuarantee { replacement.abandon(in: trampoline) } else { replacement.cancel(in: trampoline) }
    trampoline.leave()
  }
}

/// Stands for the type of a value that is not known.
@usableFromInline
package enum Erased: Sendable {}
