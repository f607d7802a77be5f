import PromiseTesting
import Testing
@testable import Worked

struct UnhandledTests {
  @Test func `the first draft is saved`() async throws {
    let autosave = Autosave()
    autosave.textChanged("Dear Ada")
    autosave.textChanged("Dear Ada, how are you?")
    try await Task.sleep(for: .milliseconds(500))
    #expect(autosave.saved > 0)
  }

  @Test(.promises) func `every draft is saved`() async {
    let autosave = Autosave()
    autosave.textChanged("Dear Ada")
    autosave.textChanged("Dear Ada, how are you?")
    #expect(await promisesSettled(timeout: .seconds(5)))
    #expect(autosave.saved > 0)
  }
}
