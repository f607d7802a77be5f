import PromiseConcurrency

/// The user's answer to a permission prompt.
enum Permission: Sendable { case granted, denied, undecided }

/// Asks for a permission.
func ask(_ permission: Permission) -> Promise<Bool> {
  Promise { resolver in
    switch permission {
    case .granted: resolver.fulfill(true)
    case .denied: resolver.fulfill(false)
    case .undecided: break  // releases the resolver
    }
  }
}
