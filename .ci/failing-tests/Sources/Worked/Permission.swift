import PromiseConcurrency

/// What the system asks the user for.
enum Permission: Sendable { case granted, denied, undecided }

/// Asks for a permission, and remembers nothing.
func ask(_ permission: Permission) -> Promise<Bool> {
  Promise { resolver in
    switch permission {
    case .granted: resolver.fulfill(true)
    case .denied: resolver.fulfill(false)
    case .undecided: break  // the resolver is let go
    }
  }
}
