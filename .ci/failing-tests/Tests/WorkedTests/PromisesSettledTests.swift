import PromiseTesting
import Testing
@testable import Worked

@Suite @MainActor struct PromisesSettledTests {
  @Test func missesThatTheStarGoesOut() async {
    let star = Favourite()
    star.toggle()
    #expect(star.isOn)
  }

  @Test(.promises) func catchesThatTheStarGoesOut() async {
    let star = Favourite()
    star.toggle()
    #expect(await promisesSettled(timeout: .seconds(5)))
    #expect(star.isOn)
  }
}
