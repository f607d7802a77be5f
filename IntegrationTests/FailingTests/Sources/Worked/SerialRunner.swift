import Dispatch
import PromiseConcurrency
import Synchronization

/// Runs one operation at a time.
final class SerialRunner: Sendable {
  private let state = Mutex<(isBusy: Bool, waiting: [Resolver<Void>])>((false, []))

  func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) -> Promise<T> {
    acquire().map(on: .global()) { _ in try body() }.get(on: .global()) { _ in self.release() }  // not after an error
  }

  private func acquire() -> Promise<Void> {
    let (promise, resolver) = Promise<Void>.pending()
    state.withLock { state in
      if state.isBusy { state.waiting.append(resolver) } else { resolver.fulfill() }
      state.isBusy = true
    }
    return promise
  }

  private func release() {
    state.withLock { state in
      state.isBusy = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }?.fulfill()
  }
}
