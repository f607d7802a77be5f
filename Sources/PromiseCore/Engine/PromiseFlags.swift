/// The facts about a promise that can be read without its lock.
///
/// 15 of 16 bits are in use. What never changes belongs in `PromiseHeader.Kind`, which has room.
@usableFromInline
package struct PromiseFlags: OptionSet {
  @usableFromInline package let rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The outcome is available and final.
  @usableFromInline package static var settled: Self { @inlinable get { Self(rawValue: 1) } }
  /// An observer has received the outcome.
  @usableFromInline package static var observed: Self { @inlinable get { Self(rawValue: 2) } }
  /// A handler has handled the error, here or upstream.
  @usableFromInline package static var handled: Self { @inlinable get { Self(rawValue: 4) } }
  /// Neither a resolver nor an observer retains the promise.
  @usableFromInline package static var unowned: Self { @inlinable get { Self(rawValue: 8) } }
  /// When its resolver is released, the promise stays pending instead of being rejected.
  package static var staysPending: Self { Self(rawValue: 16) }
  /// The promise stays pending permanently, because its resolver, or that of a promise it depends on, has been
  /// released.
  package static var neverSettles: Self { Self(rawValue: 32) }
  /// The progress of the promise has been requested.
  package static var tracksProgress: Self { Self(rawValue: 64) }
  /// A `catch(only:)` has handled the error, so the handlers that follow skip it.
  package static var caught: Self { Self(rawValue: 128) }
  /// The outcome is a value.
  @usableFromInline package static var fulfilled: Self { @inlinable get { Self(rawValue: 256) } }
  /// The outcome is an error.
  @usableFromInline package static var rejected: Self { @inlinable get { Self(rawValue: 512) } }
  /// The creation record is a box.
  @usableFromInline package static var boxed: Self { @inlinable get { Self(rawValue: 1024) } }
  /// The promise is derived and its handler takes values, so an error skips the handler. Without this flag the
  /// operator would have to be asked, at a cost of about 50 of the about 1,300 instructions of a step.
  @usableFromInline package static var takesValue: Self { @inlinable get { Self(rawValue: 2048) } }
  /// Observers have joined the delivery and are in the list.
  package static var joined: Self { Self(rawValue: 4096) }
  /// The delivery has ended: a caller that attaches a new observer delivers the outcome to it.
  @usableFromInline package static var delivered: Self { @inlinable get { Self(rawValue: 8192) } }
  /// The promise is a guarantee that was canceled. The promises that it waits for do not retain it.
  package static var canceledGuarantee: Self { Self(rawValue: 16384) }
}

/// The state of the delivery of an outcome: the flags `joined` and `delivered` of a settled promise, which change atomically.
///
/// ```
///                ending
///  delivering ───────────▶ delivered
///    │    ▲
///    │    │ the delivering thread takes the observers that have joined
///    ▼    │
///    joined
/// ```
///
/// Usually no observer joins a delivery. The delivery then ends without taking the lock, which would add 30
/// instructions to the roughly 1,300 of a step.
///
/// | State | `joined` | `delivered` | Left by |
/// | --- | --- | --- | --- |
/// | delivering | 0 | 0 | a new observer, under the lock; the delivering thread, without the lock |
/// | joined | 1 | 0 | the delivering thread, under the lock, together with the list |
/// | delivered | 0 | 1 | final |
///
/// The two transitions from *delivering* are compare-and-exchange operations, so exactly one of two concurrent threads
/// succeeds: either the observer has joined and the delivery continues, or the delivery has ended and the thread that
/// attaches the observer delivers the outcome to it. A promise that settles without observers begins as *delivered*.
extension PromiseFlags {
  /// Returns the flags after the delivery has ended, or `nil` if it must continue because observers have joined it.
  package func endingDelivery() -> Self? { contains(.joined) ? nil : union(.delivered) }

  /// Returns the flags after an observer has joined the delivery, or `nil` if the delivery has ended. Must be used
  /// under the lock, because the observer must be in the list when the delivering thread takes the observers that have
  /// joined.
  package func joiningDelivery() -> Self? { contains(.delivered) ? nil : union(.joined) }
}
