import PromiseTesting
import Testing
@testable import Worked

@Suite @MainActor struct PromisesSettledTests {
  @Test func `a star is on immediately`() async {
    let star = Favorite()
    star.toggle()
    #expect(star.isOn)
  }

  @Test(.promises) func `a star stays on`() async {
    let star = Favorite()
    star.toggle()
    #expect(await promisesSettled(timeout: .seconds(5)))
    #expect(star.isOn)
  }
}
