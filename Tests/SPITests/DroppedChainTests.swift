import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport
import Testing

/// What a handler of the main actor captures is released there if its promise is dropped with the whole chain.
@Suite(.sharingProcessors) struct DroppedChainTests {
  @Test(arguments: cases(of: DroppedChain.self)) func `captures of a dropped chain are released on the main actor`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum DroppedChain: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("a promise of google promises without other owners") { try await drop { (Promise<Int>.pending(), nil) } },
      Case("a promise of PromiseKit without its resolver") {
        try await drop {
          let (promise, resolver) = Promise<Int>.pending("lost.swift", 1)
          return (promise, resolver)
        }
      },
    ]
  }

  /// Attaches handlers, and releases the promise and its resolver elsewhere.
  private static func drop(_ make: @Sendable () -> (Promise<Int>, Resolver<Int>?)) async throws {
    try await silently {
      let log = ReleaseLog { isOnMainQueue }
      let owned = Lock<(promise: Promise<Int>, Resolver<Int>?)?>(make())
      await attach(owned, log)
      await elsewhere { _ = owned.withLock { $0.take() } }
      try await log.allReleased()
      #expect(log.misplaced == 0)
    }
  }

  @MainActor private static func attach(_ owned: Lock<(promise: Promise<Int>, Resolver<Int>?)?>, _ log: ReleaseLog) {
    guard let promise = owned.withLock({ $0?.promise }) else { return }
    let (mapped, got, done, caught, last) = (log.object(), log.object(), log.object(), log.object(), log.object())
    _ = promise.map { _ in mapped.touch() }.get { got.touch() }
    promise.done { _ in done.touch() }.catch { _ in caught.touch() }
    _ = promise.ensure { last.touch() }
  }
}
