import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary, chaining: operators on the elements of a value.
@Suite(.sharingProcessors) struct VocabularyCollections {
  private let users = Promise.value([User(id: 2, name: "b"), User(id: 1, name: "a", nickname: "A", isAdmin: true)])
  private let numbers = Promise.value([3, 1, 2])
  private let guaranteed = Guarantee.value([3, 1, 2])
  private let ticket = Ticket([3, 1, 2])

  // MARK: thenMap

  private func owners() -> Promise<[String]> { users.thenMap(fetchAvatar).map { $0.map(\.owner) } }

  @Test func `thenMap transforms each element with a promise`() async throws {
    #expect(try await numbers.thenMap { fetchUser($0) }.map { $0.map(\.id) }.get() == [3, 1, 2])
    #expect(try await numbers.thenMap(on: worker) { fetchUser($0) }.get().count == 3)
    #expect(try await owners().get() == ["b", "a"])
    await #expect(throws: AppError.notFound) { try await Promise.value([1, 0]).thenMap { fetchUser($0) }.get() }
    let several = numbers.thenMap { id in
      let next = id + 1
      return fetchUser(next)
    }
    #expect(try await several.get().map(\.id) == [4, 2, 3])
    let guarantee: Guarantee<[Int]> = guaranteed.then { when(guarantees: $0.map { Guarantee.value($0 + 1) }) }
    #expect(await guarantee.get() == [4, 2, 3])
    #expect(try await guaranteed.thenMap { fetchUser($0) }.get().count == 3)
    #expect(try await ticket.promise.thenMap { Guarantee.value($0) }.get() == [3, 1, 2])
  }

}
