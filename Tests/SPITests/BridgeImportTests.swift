@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport
import Testing

/// A file that uses PromiseKit's `async()` needs one import: `PromiseKitVocabulary` provides it as well as the names for
/// synchronous code.
@Suite(.sharingProcessors) struct BridgeImportTests {
  @Test(arguments: cases(of: OneImport.self)) func `one import provides the names for synchronous and for async code`(
    _ test: Case
  )
    async throws
  { try await test.body() }
}

private enum OneImport: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("the import provides the names for synchronous and for async code") {
        let (promise, seal) = Promise<Int>.pending()
        seal.fulfill(1)
        let value = try await promise.async()
        #expect(value == 1 && promise.isResolved)
        let error: any Error = PMKError.badInput
        await #expect(throws: PMKError.badInput) { try await Promise<Int>(error: error).async() }
        #expect(await Guarantee.value(2).async() == 2)
        try await #expect(promise.map { try await later($0) }.async() == 2)
      },
      Case("async() does not leave its actor if the promise is settled") { try await staysOnItsActor() },
    ]
  }

  @available(*, deprecated, message: "Uses deprecated names.")
  @MainActor private static func staysOnItsActor() async throws {
    var hasLeft = false
    let other = Task { hasLeft = true }
    try await Promise.value(1).async()
    await Guarantee.value(2).async()
    #expect(!hasLeft)
    await other.value
  }
}

private func later(_ number: Int) async throws -> Int { number + 1 }
