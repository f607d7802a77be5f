import PromiseConcurrency
import TestSupport
import Testing

// The migrated code in Migration.md. `FromPromiseKitTests` and `FromGooglePromisesTests` have it with only the import
// changed.

struct User: Sendable, Equatable {
  let id: Int
  let name: String
}

final class Cache: Sendable {
  private let users = Lock<[Int: User]>([:])

  func user(_ id: Int) -> User? { users.withLock { $0[id] } }
  func keep(_ user: User) { users.withLock { $0[user.id] = user } }
}

/// An existing function with a completion handler.
func fetch(_ id: Int, completion: @escaping (User?, Error?) -> Void) {
  if id > 0 { completion(User(id: id, name: "user \(id)"), nil) } else { completion(nil, TestError.one) }
}

enum Migrated {
  final class Users: Sendable {
    let cache = Cache()

    func user(_ id: Int) async throws -> User {
      if let user = cache.user(id) { return user }
      let user: User = try await wrap { handler in fetch(id, completion: handler) }.get()
      cache.keep(user)
      return user
    }

    func user(_ id: Int) -> Promise<User> {
      Promise { try await self.user(id) }
    }

    func names(_ ids: [Int]) async -> [String] {
      await when(resolved: ids.map(user)).get().map { result in (try? result.get())?.name ?? "unknown" }
    }
  }
}

@Suite(.sharingProcessors) struct BeforeAndAfterTests {
  @Test func `migrated code has the results of the old code`() async throws {
    let users = Migrated.Users()
    #expect(await users.names([1, 2, 0]) == ["user 1", "user 2", "unknown"])
    let promise: Promise<User> = users.user(1)
    #expect(try await promise.get() == users.cache.user(1))
  }
}
