import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

// The code in the article "How do I share and cache a promise?".

@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SharingCodeTests {
  struct User: Sendable, Equatable {
    let id: Int
  }

  @MainActor final class UserCache {
    private let fetchUser: (Int) -> Promise<User>
    private var requests: [Int: Promise<User>] = [:]

    init(fetchUser: @escaping (Int) -> Promise<User>) { self.fetchUser = fetchUser }

    func user(_ id: Int) -> Promise<User> {
      if let request = requests[id], !request.isRejected {
        // Join first: from now on, this caller keeps the request alive.
        let user = request.map(on: nil) { $0 }
        // Then look: the request may have been canceled before that.
        if !request.isCancelled { return user }
      }
      let request = fetchUser(id)
      requests[id] = request
      return request.map(on: nil) { $0 }
    }
  }

  private let resolvers = Log<Resolver<User>>()

  private func makeCache() -> UserCache {
    UserCache { [resolvers] _ in Promise { resolvers($0) } }
  }

  @Test func `callers share one request`() async throws {
    let cache = makeCache()
    let callers = [cache.user(1), cache.user(1)]
    #expect(resolvers.count == 1)
    resolvers.entries[0].fulfill(User(id: 1))
    #expect(try await when(fulfilled: callers).get() == [User(id: 1), User(id: 1)])
  }

  @Test func `a canceled caller does not cancel the request of another`() async throws {
    let cache = makeCache()
    let first = cache.user(1)
    let second = cache.user(1)
    first.cancel()
    resolvers.entries[0].fulfill(User(id: 1))
    #expect(try await second.get() == User(id: 1))
  }

  @Test func `a canceled first caller leaves no canceled promise behind`() async throws {
    let cache = makeCache()
    cache.user(1).cancel()
    #expect(resolvers.entries[0].isCancelled)
    let second = cache.user(1)
    #expect(resolvers.count == 2)
    resolvers.entries[1].fulfill(User(id: 1))
    #expect(try await second.get() == User(id: 1))
  }

  @Test func `a failure is not cached`() async throws {
    let cache = makeCache()
    let first = cache.user(1)
    resolvers.entries[0].reject(PromiseError.badInput)
    try await expectRejected(first, throws: PromiseError.badInput)
    _ = cache.user(1)
    #expect(resolvers.count == 2)
    resolvers.entries[1].fulfill(User(id: 1))
  }
}
