import Dispatch
@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary

// Handlers of a view controller that run on the main queue, which the compiler does not know. They compile, because the
// forms with `on:` of the vocabularies turn errors about data races into warnings.

@MainActor final class ShapeController {
  func placeholder() -> Int { 0 }
  func cached() -> Guarantee<Int> { Guarantee.value(0) }
  func loadAgain() -> Promise<Int> { Promise.value(0) }
  func note() {}

  @available(*, deprecated)
  func recover(_ promise: Promise<Int>) -> [Promise<Int>] {
    [
      promise.recover(on: .main) { _ in self.placeholder() },
      promise.recover(on: .main, policy: .allErrors) { _ in self.placeholder() },
      promise.recover(on: .main) { _ in self.loadAgain() },
      promise.recover(on: .main, policy: .allErrors) { _ in self.cached() },
      promise.recover(on: .main) { error in
        guard error is ShapeError else { throw error }
        return self.cached()
      },
      promise.recover(only: ShapeError.self, on: .main) { _ in self.placeholder() },
      promise.recover(only: ShapeError.self, on: .main) { _ in self.loadAgain() },
      promise.recover(only: ShapeError.self, on: .main) { _ in self.cached() },
    ]
  }

  @available(*, deprecated)
  func recover(_ promise: Promise<Void>) -> Promise<Void> { promise.recover(on: .main) { _ in self.note() } }
}
