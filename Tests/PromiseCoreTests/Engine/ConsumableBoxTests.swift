import TestSupport
import Testing

@testable import PromiseCore

@Suite(.sharingProcessors) struct ConsumableBoxTests {
  @Test func `a box releases its content when it is taken out`() {
    let lifetime = Lifetime()
    let box = ConsumableBox(lifetime.object())
    #expect(lifetime.alive == 1)
    box.take().touch()
    withExtendedLifetime(box) { #expect(lifetime.alive == 0) }
  }
}
