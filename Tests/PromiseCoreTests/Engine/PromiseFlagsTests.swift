import PromiseCore
import TestSupport
import Testing

/// The two transitions from *delivering*, of which one excludes the other.
@Suite(.sharingProcessors) struct PromiseFlagsTests {
  /// Flags of the promise that have nothing to do with the delivery.
  private let others: [PromiseFlags] = [[], .settled, [.observed, .unowned]]

  @Test func `a delivery without new observers ends`() {
    for flags in others { #expect(flags.endingDelivery() == flags.union(.delivered)) }
  }

  @Test func `a delivery that observers have joined continues`() {
    for flags in others { #expect(flags.union(.joined).endingDelivery() == nil) }
  }

  @Test func `an observer joins a delivery that has not ended, like others before it`() {
    for flags in others {
      #expect(flags.joiningDelivery() == flags.union(.joined))
      #expect(flags.union(.joined).joiningDelivery() == flags.union(.joined))
    }
  }

  @Test func `no observer joins a delivery that has ended`() {
    for flags in others { #expect(flags.union(.delivered).joiningDelivery() == nil) }
  }

  @Test func `no other flag of a promise has the same bits`() {
    let promise = Promise.value(1)
    #expect(PromiseFlags.joined.isDisjoint(with: .delivered))
    #expect(promise.any.loadFlags().intersection([.joined, .delivered]) == .delivered)
  }
}
