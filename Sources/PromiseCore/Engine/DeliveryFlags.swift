/// The state of the delivery of an outcome: two flags of a settled promise, which change atomically.
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
@usableFromInline
package enum DeliveryFlags {
  /// Observers have joined the delivery and are in the list.
  package static var joined: UInt16 { 4096 }
  /// The delivery has ended: a caller that attaches a new observer delivers the outcome to it.
  @usableFromInline package static var delivered: UInt16 { @inlinable get { 8192 } }

  /// Returns the flags after the delivery has ended, or `nil` if it must continue because observers have joined it.
  package static func ending(_ flags: UInt16) -> UInt16? { flags & joined == 0 ? flags | delivered : nil }

  /// Returns the flags after an observer has joined the delivery, or `nil` if the delivery has ended. Must be used
  /// under the lock, because the observer must be in the list when the delivering thread takes the observers that have
  /// joined.
  package static func joining(_ flags: UInt16) -> UInt16? { flags & delivered == 0 ? flags | joined : nil }
}
