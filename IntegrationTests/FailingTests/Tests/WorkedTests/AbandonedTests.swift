import PromiseTesting
import Testing
@testable import Worked

struct AbandonedTests {
  @Test(arguments: [Permission.granted, .denied, .undecided])
  func `only a granted permission allows access, without the trait`(_ permission: Permission) async {
    let isAllowed = try? await ask(permission).get()
    #expect((isAllowed ?? false) == (permission == .granted))
  }

  @Test(.promises, arguments: [Permission.granted, .denied, .undecided])
  func `only a granted permission allows access`(_ permission: Permission) async {
    let isAllowed = try? await ask(permission).get()
    #expect((isAllowed ?? false) == (permission == .granted))
  }
}
