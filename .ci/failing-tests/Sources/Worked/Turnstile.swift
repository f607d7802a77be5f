import Dispatch
import PromiseConcurrency
import Synchronization

/// Lets one in at a time.
final class Turnstile: Sendable {
  private let line = Mutex<(isTaken: Bool, waiting: [Resolver<Void>])>((false, []))

  func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) -> Promise<T> {
    enter().map(on: .global()) { _ in try body() }.get(on: .global()) { _ in self.leave() }  // who throws never leaves
  }

  private func enter() -> Promise<Void> {
    let (promise, resolver) = Promise<Void>.pending()
    line.withLock { line in
      if line.isTaken { line.waiting.append(resolver) } else { resolver.fulfill() }
      line.isTaken = true
    }
    return promise
  }

  private func leave() {
    line.withLock { line in
      line.isTaken = !line.waiting.isEmpty
      return line.waiting.isEmpty ? nil : line.waiting.removeFirst()
    }?.fulfill()
  }
}
