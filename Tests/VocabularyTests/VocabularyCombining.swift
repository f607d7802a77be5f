import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary: combining promises.
@Suite(.sharingProcessors) struct VocabularyCombining {
  private let one = Promise.value(1)
  private let two = Promise.value(2)
  private let text = Promise.value("text")
  private var failed: Promise<Int> { Promise(error: AppError.offline) }
  private let three = Guarantee.value(3)

  // MARK: when(fulfilled: a, b, …), when(fulfilled: [p]), when(fulfilled: [key: p])

  @Test func `when fulfills with the values of thenables of different types`() async throws {
    let (number, word) = try await when(fulfilled: one, text).get()
    #expect(number == 1 && word == "text")
    let sum = when(fulfilled: one, two, three, Ticket(4)).map { a, b, c, d in a + b + c + d }
    #expect(try await sum.get() == 10)
    let loaded = when(fulfilled: fetchUser(1), text).then { user, _ in
      fetchAvatar(of: user)
    }.done { avatar in
      #expect(avatar.owner == "Ada")
    }
    try await loaded.get()
    try await when(fulfilled: one, two, text, one, two, text).done { a, b, c, d, e, f in
      #expect(a + b + d + e == 6 && c == f)
    }.get()
    await #expect(throws: AppError.offline) { _ = try await when(fulfilled: one, failed).get() }
    let nothings: Promise<Void> = when(fulfilled: [one.asVoid(), two.asVoid()])
    try await nothings.get()
  }

  @Test func `when fulfills with the values of a collection of thenables, in order`() async throws {
    #expect(try await when(fulfilled: [one, two]).get() == [1, 2])
    #expect(try await when(fulfilled: (1...3).map { fetchUser($0) }).map { $0.map(\.id) }.get() == [1, 2, 3])
    #expect(try await when(fulfilled: [1, 2].lazy.map { fetchUser($0) }).get().count == 2)
    #expect(try await when(fulfilled: [three, three]).get() == [3, 3])
    #expect(try await when(fulfilled: [Ticket(1)]).get() == [1])
    let nothings: Promise<Void> = when(fulfilled: [one.asVoid(), failed.asVoid()])
    await #expect(throws: AppError.offline) { try await nothings.get() }
    try await when(fulfilled: [one.asVoid()]).done {}.get()
    func all<U: Thenable>(_ sources: [U]) -> Promise<[U.Value]> { when(fulfilled: sources) }
    #expect(try await all([one]).get() == [1])
    #expect(try await all([three]).get() == [3])
  }

  @Test func `when fulfills with a dictionary of values`() async throws {
    #expect(try await when(fulfilled: ["a": one, "b": two]).get() == ["a": 1, "b": 2])
    await #expect(throws: AppError.offline) { try await when(fulfilled: ["a": one, "b": failed]).get() }
    let users = when(fulfilled: ["first": fetchUser(1), "second": fetchUser(2)]).map { users in users["first"]?.name }
    #expect(try await users.get() == "Ada")
  }

  // MARK: when(fulfilled:) with a handler of the index or key that failed

  @Test func `when reports the index or the key of the input that failed`() async throws {
    let notes = Notes()
    let array = when(fulfilled: [one, failed]) { index, error in notes.take("\(index) \(error)") }
    await #expect(throws: AppError.offline) { try await array.get() }
    let dictionary = when(fulfilled: ["a": one, "b": failed]) { key, error in notes.take("\(key) \(error)") }
    await #expect(throws: AppError.offline) { try await dictionary.get() }
    #expect(try await when(fulfilled: [one]) { index, _ in notes.take("\(index)") }.get() == [1])
    #expect(notes.lines == ["1 offline", "b offline"])
  }

  // MARK: when(fulfilled: iterator, maxConcurrent: n), when(resolved:maxConcurrent:)

  @Test func `when limits the number of concurrent promises of an iterator`() async throws {
    let downloads = (1...5).lazy.map { fetchUser($0) }.makeIterator()
    #expect(try await when(fulfilled: downloads, maxConcurrent: 2).map { $0.map(\.id) }.get() == [1, 2, 3, 4, 5])
    var ids = [1, 2, 3].makeIterator()
    let generator = AnyIterator<Promise<User>> { ids.next().map { fetchUser($0) } }
    #expect(try await when(fulfilled: generator, maxConcurrent: 1).get().count == 3)
    let some = when(resolved: [1, 0, 2].map { fetchUser($0) }.makeIterator(), maxConcurrent: 2)
    #expect(await some.get().map { (try? $0.get().id) ?? 0 } == [1, 0, 2])
    let guarantees = [three, three].makeIterator()
    #expect(try await when(fulfilled: guarantees, maxConcurrent: 4).get() == [3, 3])
    let none = when(fulfilled: [one].makeIterator(), maxConcurrent: 0)
    await #expect(throws: PromiseError.self) { try await none.get() }
  }

  // MARK: when(resolved: …), dictionary form

  @Test func `when resolved fulfills with the results of all inputs`() async throws {
    let results: Guarantee<[Result<Int, any Error>]> = when(resolved: [one, failed])
    #expect(await results.get().map { (try? $0.get()) ?? 0 } == [1, 0])
    let notes = Notes()
    await when(resolved: one, failed, two).done { results in
      for result in results {
        switch result {
        case .success(let number): notes.take("\(number)")
        case .failure(let error): notes.take("\(error)")
        }
      }
    }.get()
    #expect(notes.lines == ["1", "offline", "2"])
    let (number, word) = await when(resolved: failed, text).get()
    #expect((try? number.get()) == nil && (try? word.get()) == "text")
    let dictionary = await when(resolved: ["a": one, "b": failed]).get()
    #expect(dictionary.count == 2 && (try? dictionary["a"]?.get()) == 1)
    #expect(await when(resolved: [three]).map { $0.count }.get() == 1)
  }

  // MARK: when(guarantees:), when(_:) of guarantees

  @Test func `when of guarantees returns a guarantee`() async {
    let values: Guarantee<[Int]> = when(guarantees: [three, three])
    #expect(await values.get() == [3, 3])
    let (number, word) = await when(guarantees: three, Guarantee.value("text")).get()
    #expect(number == 3 && word == "text")
    let nothings: Guarantee<Void> = when(guarantees: [three.asVoid(), three.asVoid()])
    await nothings.get()
    let several: Guarantee<Void> = when(three.asVoid(), Guarantee())
    await several.done {}.get()
    #expect(await when(guarantees: three, three, three).map { a, b, c in a + b + c }.get() == 9)
  }

  // MARK: race(…), race(fulfilled:)

  @Test func `race adopts the first outcome or the first value`() async throws {
    let (never, resolver) = Promise<Int>.pending()
    #expect(try await race(never, one).get() == 1)
    resolver.reject(AppError.offline)
    #expect(try await race([one, two]).map { $0 + 1 }.get() == 2)
    await #expect(throws: AppError.offline) { try await race(failed, one).get() }
    #expect(try await race(fulfilled: failed, two).get() == 2)
    #expect(try await race(fulfilled: [failed, one], losers: .spare).get() == 1)
    let guarantee: Guarantee<Int> = race(three, Guarantee.value(4))
    #expect(await guarantee.get() == 3)
    let noPromises: [Promise<Int>] = []
    await #expect(throws: PromiseError.self) { try await race(noPromises).get() }
    do {
      _ = try await race(fulfilled: [failed, failed]).get()
      Issue.record("A race of rejected promises has a winner.")
    } catch PromiseError.noWinner(let errors) {
      #expect(errors.count == 2)
    }
    let timed = race(one.asVoid(), after(seconds: 60).asVoid().map { try parse("x") }.asVoid())
    try await timed.get()
    #expect(try await race([Ticket(5)]).get() == 5)
  }

  // MARK: until(interval:…) { promise }

  @Test func `until repeats its body until the body returns true`() async throws {
    let notes = Notes()
    @Sendable func isReady() -> Promise<Bool> {
      notes.take("asked")
      return .value(notes.lines.count == 3)
    }
    try await until { isReady() }.get()
    #expect(notes.lines.count == 3)
    try await until(on: worker, interval: 0.001) { Guarantee.value(true) }.get()
    await #expect(throws: AppError.notFound) { try await until { fetchUser(0).map { $0.isAdmin } }.get() }
  }
}
