import Dispatch
import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import TestSupport
import Testing

// The code of "From PromiseKit" in Migration.md, with only its import changed.

@available(*, deprecated)
private enum FromPromiseKit {
  final class Users: Sendable {
    let cache = Cache()

    func user(_ id: Int) -> Promise<User> {
      if let user = cache.user(id) { return .value(user) }
      let (promise, seal) = Promise<User>.pending()
      fetch(id) { user, error in seal.resolve(user, error) }
      return promise.get(on: nil) { self.cache.keep($0) }
    }

    func names(_ ids: [Int]) -> Guarantee<[String]> {
      when(resolved: ids.map(user)).map(on: nil) { results in
        results.map { result in
          switch result {
          case .success(let user): user.name
          case .failure(let error as PMKError): "\(error.isCancelled)"
          case .failure: "unknown"
          }
        }
      }
    }
  }
}

@Suite(.sharingProcessors) struct FromPromiseKitTests {
  @Test(arguments: cases(of: Before.self)) func `code in Migration.md runs behind the import of PromiseKit`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum Before: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("users") {
        let users = FromPromiseKit.Users()
        let names = await users.names([1, 2, 0]).get()
        let user = try await users.user(1).get()
        #expect(names == ["user 1", "user 2", "unknown"] && user == users.cache.user(1))
      }
    ]
  }
}
