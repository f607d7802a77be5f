import Dispatch
import PromiseConcurrency
import Testing

/// Section 2 of the vocabulary, chaining: the elements of a value.
@Suite(.timeLimit(.minutes(5))) struct VocabularyCollections {
  private let users = Promise.value([User(id: 2, name: "b"), User(id: 1, name: "a", nickname: "A", isAdmin: true)])
  private let numbers = Promise.value([3, 1, 2])
  private let guaranteed = Guarantee.value([3, 1, 2])
  private let ticket = Ticket([3, 1, 2])

  // MARK: mapValues

  @Test func mapValues() async throws {
    #expect(try await numbers.mapValues { $0 * 2 }.get() == [6, 2, 4])
    #expect(try await numbers.mapValues(on: worker) { "\($0)" }.get() == ["3", "1", "2"])
    #expect(try await users.mapValues(\.name).get() == ["b", "a"])
    await #expect(throws: AppError.notFound) { try await users.mapValues { try parse($0.name) }.get() }
    let guarantee: Guarantee<[Int]> = guaranteed.mapValues { $0 * 2 }.mapValues(on: nil) { $0 + 1 }
    #expect(await guarantee.get() == [7, 3, 5])
    #expect(await guaranteed.mapValues(\.description).get() == ["3", "1", "2"])
    #expect(try await ticket.mapValues { $0 }.get() == [3, 1, 2])
    #expect(try await Promise.value(["a": 1]).mapValues { $0.value }.get() == [1])
  }

  // MARK: flatMapValues

  @Test func flatMapValues() async throws {
    #expect(try await numbers.flatMapValues { [$0, $0] }.get() == [3, 3, 1, 1, 2, 2])
    #expect(try await numbers.flatMapValues(on: worker) { 0..<$0 }.get() == [0, 1, 2, 0, 0, 1])
    let guarantee: Guarantee<[Int]> = guaranteed.flatMapValues { [$0] }.flatMapValues(on: nil) { [$0, 0] }
    #expect(await guarantee.get() == [3, 0, 1, 0, 2, 0])
    #expect(try await ticket.flatMapValues { [$0] }.get() == [3, 1, 2])
  }

  // MARK: compactMapValues

  @Test func compactMapValues() async throws {
    #expect(try await Promise.value(["1", "x", "2"]).compactMapValues { Int($0) }.get() == [1, 2])
    #expect(try await numbers.compactMapValues(on: worker) { $0 > 1 ? $0 : nil }.get() == [3, 2])
    #expect(try await users.compactMapValues(\.nickname).get() == ["A"])
    let guarantee: Guarantee<[Int]> = guaranteed.compactMapValues { $0 > 1 ? $0 : nil }
    #expect(await guarantee.get() == [3, 2])
    let users = Guarantee.value([User(id: 1, name: "", nickname: "n")])
    #expect(await users.compactMapValues(\.nickname).compactMapValues(on: nil) { $0.first }.get() == ["n"])
    #expect(try await ticket.compactMapValues { Optional($0) }.get() == [3, 1, 2])
  }

  // MARK: thenMap

  private func owners() -> Promise<[String]> { users.thenMap(fetchAvatar).mapValues(\.owner) }

  @Test func thenMap() async throws {
    #expect(try await numbers.thenMap { fetchUser($0) }.mapValues { $0.id }.get() == [3, 1, 2])
    #expect(try await numbers.thenMap(on: worker) { fetchUser($0) }.get().count == 3)
    #expect(try await owners().get() == ["b", "a"])
    await #expect(throws: AppError.notFound) { try await Promise.value([1, 0]).thenMap { fetchUser($0) }.get() }
    let several = numbers.thenMap { id in
      let next = id + 1
      return fetchUser(next)
    }
    #expect(try await several.get().map(\.id) == [4, 2, 3])
    let guarantee: Guarantee<[Int]> = guaranteed.thenMap { Guarantee.value($0) }
    #expect(await guarantee.thenMap(on: nil) { Guarantee.value($0 + 1) }.get() == [4, 2, 3])
    #expect(try await guaranteed.thenMap { fetchUser($0) }.get().count == 3)
    #expect(try await ticket.thenMap { Guarantee.value($0) }.get() == [3, 1, 2])
  }

  // MARK: thenFlatMap

  @Test func thenFlatMap() async throws {
    #expect(try await numbers.thenFlatMap { Promise.value([$0, 0]) }.get() == [3, 0, 1, 0, 2, 0])
    #expect(try await numbers.thenFlatMap(on: worker) { Promise.value(0..<$0) }.get() == [0, 1, 2, 0, 0, 1])
    let guarantee: Guarantee<[Int]> = guaranteed.thenFlatMap { Guarantee.value([$0]) }
    #expect(await guarantee.thenFlatMap(on: nil) { Guarantee.value([$0, $0]) }.get().count == 6)
    #expect(try await ticket.thenFlatMap { Promise.value([$0]) }.get() == [3, 1, 2])
  }

  // MARK: filterValues

  @Test func filterValues() async throws {
    #expect(try await numbers.filterValues { $0 > 1 }.get() == [3, 2])
    #expect(try await numbers.filterValues(on: worker) { $0 > 2 }.get() == [3])
    #expect(try await users.filterValues(\.isAdmin).mapValues(\.id).get() == [1])
    let guarantee: Guarantee<[Int]> = guaranteed.filterValues { $0 > 1 }.filterValues(on: nil) { $0 > 2 }
    #expect(await guarantee.get() == [3])
    #expect(await Guarantee.value([User(id: 1, name: "")]).filterValues(\.isAdmin).get().isEmpty)
    #expect(try await ticket.filterValues { $0 == 1 }.get() == [1])
  }

  // MARK: firstValue, firstValue(where:), lastValue

  @Test func firstAndLastValue() async throws {
    #expect(try await numbers.firstValue.get() == 3)
    #expect(try await numbers.lastValue.get() == 2)
    #expect(try await numbers.firstValue { $0 < 3 }.get() == 1)
    #expect(try await numbers.firstValue(where: { $0 < 3 }).get() == 1)
    #expect(try await numbers.firstValue(on: worker) { $0 > 1 }.get() == 3)
    await #expect(throws: PromiseError.self) { try await numbers.firstValue { $0 > 3 }.get() }
    await #expect(throws: PromiseError.self) { try await Promise<[Int]>.value([]).lastValue.get() }
    let promise: Promise<Int> = guaranteed.firstValue
    #expect(try await promise.get() == 3)
    #expect(try await guaranteed.lastValue.get() == 2)
    #expect(try await guaranteed.firstValue { $0 < 3 }.get() == 1)
    #expect(try await ticket.firstValue.get() == 3)
    #expect(try await ticket.lastValue.get() == 2)
  }

  // MARK: sortedValues

  @Test func sortedValues() async throws {
    #expect(try await numbers.sortedValues().get() == [1, 2, 3])
    #expect(try await numbers.sortedValues(on: worker).get() == [1, 2, 3])
    let guarantee: Guarantee<[Int]> = guaranteed.sortedValues()
    #expect(await guarantee.get() == [1, 2, 3])
    #expect(try await ticket.sortedValues().get() == [1, 2, 3])
  }

  // MARK: a chain of all of them

  private func words() -> Promise<[String]> {
    Promise.value(["3", "1", "x", "2"])
      .compactMapValues { Int($0) }
      .sortedValues()
      .thenMap { fetchUser($0) }
      .filterValues { !$0.isAdmin }
      .mapValues(\.name)
      .flatMapValues { $0.split(separator: " ").map { "\($0)" } }
  }

  @Test func aChain() async throws {
    #expect(try await words().get() == ["User", "2", "User", "3"])
  }
}
