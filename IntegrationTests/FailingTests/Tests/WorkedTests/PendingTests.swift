import PromiseTesting
import Testing
@testable import Worked

struct PendingTests {
  @Test func `declining does not confirm the order, without the trait`() {
    let isConfirmed = confirm(1)
    answer(1, isYes: false)
    #expect(isConfirmed.value != true)
  }

  @Test(.promises(timeLimit: .seconds(2))) func `declining does not confirm the order`() {
    let isConfirmed = confirm(2)
    answer(2, isYes: false)
    #expect(isConfirmed.value != true)
  }
}
