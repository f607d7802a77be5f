/// How the delivery of an outcome ends: two flags of a settled promise, which change atomically.
///
/// ```
///                ending
///  delivering ───────────▶ at rest
///    │    ▲
///    │    │ the delivering thread takes the observers that have joined
///    ▼    │
///    joined
/// ```
///
/// Most often no observer joins a delivery. Then it ends without the lock, which would cost 30 more instructions of the
/// 1,280 of a link.
@usableFromInline
package enum DeliveryFlags {
  /// Observers have joined the delivery, and are in the list.
  package static var joined: UInt16 { 4096 }
  /// The delivery has ended: the caller that attaches a new observer delivers to it.
  @usableFromInline package static var delivered: UInt16 { @inlinable get { 8192 } }

  /// The flags after the delivery has ended; `nil` if observers have joined it, for which it goes on.
  package static func ending(_ flags: UInt16) -> UInt16? { flags & joined == 0 ? flags | delivered : nil }

  /// The flags after an observer has joined the delivery; `nil` if it has ended. To be used under the lock, as the observer
  /// must be in the list when the delivering thread looks there.
  package static func joining(_ flags: UInt16) -> UInt16? { flags & delivered == 0 ? flags | joined : nil }
}
