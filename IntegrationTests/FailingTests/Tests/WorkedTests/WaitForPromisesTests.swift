import PromiseTesting
import Testing
@testable import Worked

@Suite @MainActor struct WaitForPromisesTests {
  @Test func `an available name is accepted without waiting`() {
    let form = SignUp()
    form.enter(name: "ada")
    #expect(form.problem == nil)
  }

  @Test(.promises) func `an available name is accepted`() {
    let form = SignUp()
    form.enter(name: "ada")
    #expect(waitForPromises(timeout: 5))
    #expect(form.problem == nil)
  }
}
