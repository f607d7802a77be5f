import Synchronization

/// A stand-in for the lock of PromiseCore, which `Combine.swift` uses and which only the package itself can access.
final class Lock<State: Sendable>: Sendable {
  private let mutex: Mutex<State>

  init(_ state: State) { mutex = Mutex(state) }

  func withLock<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result { mutex.withLock(body) }
}
