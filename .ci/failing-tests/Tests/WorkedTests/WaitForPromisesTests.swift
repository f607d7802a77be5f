import PromiseTesting
import Testing
@testable import Worked

@Suite @MainActor struct WaitForPromisesTests {
  @Test func missesThatTheNameIsRefused() {
    let form = SignUp()
    form.enter(name: "ada")
    #expect(form.problem == nil)
  }

  @Test(.promises) func catchesThatTheNameIsRefused() {
    let form = SignUp()
    form.enter(name: "ada")
    #expect(waitForPromises(timeout: 5))
    #expect(form.problem == nil)
  }
}
