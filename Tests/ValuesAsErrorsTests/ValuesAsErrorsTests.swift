@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

// Conformances that some programs declare. They hold for the whole process, and so for the other test modules.
extension String: @retroactive Error {}
extension Int: @retroactive Error {}
extension Array: @retroactive Error where Element: Error {}

/// A module in which common values are errors.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ValuesAsErrorsTests {
  @Test func `promises of the main API are fulfilled with values that are also errors`() {
    let (promise, resolver) = Promise<String>.pending()
    resolver.fulfill("a")
    let mapped = promise.map(on: nil) { [$0] }
    #expect(promise.value == "a" && mapped.value == ["a"] && Promise.value(1).value == 1)
    #expect(Promise<Int>(error: TestError.one).recover(on: nil) { _ in Promise.value(2) }.value == 2)
    #expect(Promise<Int>(error: "b").error as? String == "b")
  }

  @Test func `promises for google are fulfilled with them, too`() { test(Google.self) }
}

/// Calls deprecated functions, for which a test function would cause warnings.
private protocol Migrating { static func test() }
private func test(_ code: (some Migrating).Type) { code.test() }

private enum Google: Migrating {
  @available(*, deprecated, message: "Uses deprecated names.")
  static func test() {
    #expect(Promise("a").value == "a" && Promise(1).value == 1 && Promise([1]).value == [1])
    #expect(Promise.value(0).then(on: nil) { _ in [1] }.value == [1])
    #expect(Promise<Int>("b").error as? String == "b")
  }
}
