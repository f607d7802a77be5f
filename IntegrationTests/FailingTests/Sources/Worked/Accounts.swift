import Dispatch
import PromiseConcurrency

struct NoSuchUser: Error {}

/// Finds a user by name, ignoring case.
func findUser(_ name: String) -> Promise<String> {
  Promise.value(["ada", "grace"])
    .map(on: .global()) { names in
      guard names.contains(name) else { throw NoSuchUser() }  // should ignore case
      return name.uppercased()
    }
}
