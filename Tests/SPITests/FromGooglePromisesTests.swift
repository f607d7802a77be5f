import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport
import Testing

// The code of "From google/promises" in Migration.md, with only its import changed.

@available(*, deprecated)
private enum FromGooglePromises {
  final class Users: Sendable {
    let cache = Cache()

    func user(_ id: Int) -> Promise<User> {
      if let user = cache.user(id) { return Promise(user) }
      let promise = Promise<User>.pending()
      fetch(id) { user, error in
        if let user { promise.fulfill(user) } else { promise.reject(error!) }
      }
      return promise.then(on: .global()) { self.cache.keep($0) }
    }

    func names(_ ids: [Int]) -> Promise<[String]> {
      any(ids.map(user)).then(on: .global()) { users in
        users.map { $0.value?.name ?? "unknown" }
      }
    }
  }
}

@Suite(.sharingProcessors) struct FromGooglePromisesTests {
  @Test(arguments: cases(of: Before.self)) func `code in Migration.md runs behind the import of google promises`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum Before: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("users") {
        let users = FromGooglePromises.Users()
        let names = try await users.names([1, 2, 0]).get()
        let user = try await users.user(1).get()
        #expect(names == ["user 1", "user 2", "unknown"] && user == users.cache.user(1))
      }
    ]
  }
}
