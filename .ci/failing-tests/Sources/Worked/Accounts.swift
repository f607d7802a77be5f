import Dispatch
import PromiseConcurrency

struct NoSuchUser: Error {}

/// Finds a user by name.
func findUser(_ name: String) -> Promise<String> {
  Promise.value(["ada", "grace"])
    .map(on: .global()) { names in
      guard names.contains(name) else { throw NoSuchUser() }  // names are to be compared without case
      return name.uppercased()
    }
}
