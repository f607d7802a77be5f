import PromiseCore
import TestSupport
import Testing

/// The two transitions from *delivering*, of which one excludes the other.
@Suite(.sharingProcessors) struct DeliveryFlagsTests {
  /// Flags of the promise that have nothing to do with the delivery.
  private let others: [UInt16] = [0, 1, 0b1010]

  @Test func `a delivery without new observers ends`() {
    for flags in others { #expect(DeliveryFlags.ending(flags) == flags | DeliveryFlags.delivered) }
  }

  @Test func `a delivery that observers have joined continues`() {
    for flags in others { #expect(DeliveryFlags.ending(flags | DeliveryFlags.joined) == nil) }
  }

  @Test func `an observer joins a delivery that has not ended, like others before it`() {
    for flags in others {
      #expect(DeliveryFlags.joining(flags) == flags | DeliveryFlags.joined)
      #expect(DeliveryFlags.joining(flags | DeliveryFlags.joined) == flags | DeliveryFlags.joined)
    }
  }

  @Test func `no observer joins a delivery that has ended`() {
    for flags in others { #expect(DeliveryFlags.joining(flags | DeliveryFlags.delivered) == nil) }
  }

  @Test func `no other flag of a promise has the same bits`() {
    let promise = Promise.value(1)
    #expect(DeliveryFlags.joined & DeliveryFlags.delivered == 0)
    #expect(promise.any.loadFlags() & (DeliveryFlags.joined | DeliveryFlags.delivered) == DeliveryFlags.delivered)
  }
}
