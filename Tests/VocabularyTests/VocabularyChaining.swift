import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary, chaining: operators on a value. Each operation is tested on a promise, on a guarantee and on
/// any thenable.
@Suite(.sharingProcessors) struct VocabularyChaining {
  private let ada = fetchUser(1)
  private let guaranteed = Guarantee.value(User(id: 1, name: "Ada", nickname: "Countess", isAdmin: true))

  // MARK: then

  @Test func `then returns a promise that adopts the thenable of its handler`() async throws {
    #expect(try await ada.then { fetchAvatar(of: $0) }.get().owner == "Ada")
    #expect(try await ada.then { cachedAvatar(of: $0) }.get().size == 0)
    #expect(try await ada.then { Ticket($0.id) }.get() == 1)
    #expect(try await ada.then(on: worker, flags: .barrier) { fetchAvatar(of: $0) }.get().owner == "Ada")
    #expect(try await ada.then(on: nil) { fetchUser($0.id + 1) }.get().id == 2)
    let several = ada.then { user in
      let next = user.id + 1
      guard next > 0 else { throw AppError.notFound }
      return fetchUser(next)
    }
    #expect(try await several.get().id == 2)
    await #expect(throws: AppError.notFound) { try await ada.then { _ in fetchUser(0) }.get() }
    let branches = ada.then { user -> Promise<Avatar> in
      if user.isAdmin { return fetchAvatar(of: user) }
      return Promise(error: AppError.offline)
    }
    #expect(try await branches.get().size == 1)
  }

  @Test func `then on a guarantee returns a guarantee, unless its handler can fail`() async throws {
    let avatar: Guarantee<Avatar> = guaranteed.then { cachedAvatar(of: $0) }
    #expect(await avatar.get().owner == "Ada")
    let onQueue: Guarantee<Avatar> = guaranteed.then(on: worker) { cachedAvatar(of: $0) }
    #expect(await onQueue.get().owner == "Ada")
    let promise: Promise<Avatar> = guaranteed.then { fetchAvatar(of: $0) }
    #expect(try await promise.get().size == 1)
    let throwing: Promise<Int> = guaranteed.then { Promise.value(try parse($0.name)) }
    await #expect(throws: AppError.notFound) { try await throwing.get() }
  }

  @Test func `then, map and get are available on any thenable`() async throws {
    func avatar(of source: some Thenable<User>) -> Promise<Avatar> { source.promise.then { fetchAvatar(of: $0) } }
    func name<U: Thenable>(of source: U) -> Promise<String> where U.Value == User { source.promise.map { $0.name } }
    func look(at source: some Thenable<User>) -> Promise<User> { source.promise.get { user in _ = user.id } }
    let ticket = Ticket(User(id: 3, name: "Grace"))
    #expect(try await avatar(of: ada).get().owner == "Ada")
    #expect(try await avatar(of: guaranteed).get().owner == "Ada")
    #expect(try await avatar(of: ticket).get().owner == "Grace")
    #expect(try await name(of: ada).get() == "Ada")
    #expect(try await name(of: ticket).get() == "Grace")
    #expect(try await look(at: ada).get().id == 1)
    #expect(try await look(at: ticket).get().id == 3)
  }

  // MARK: map, key paths

  @Test func `map transforms the value with a closure or a key path`() async throws {
    #expect(try await ada.map { $0.name }.get() == "Ada")
    #expect(try await ada.map(\.name).get() == "Ada")
    #expect(try await ada.map(\.nickname).get() == "Countess")
    #expect(try await ada.map(on: worker) { $0.id + 1 }.get() == 2)
    #expect(try await ada.map(on: nil, flags: nil) { user in (user.id, user.name) }.map { $0.1 }.get() == "Ada")
    let several = ada.map { user in
      let number = try parse("\(user.id)")
      return number + 1
    }
    #expect(try await several.get() == 2)
    let guarantee: Guarantee<String> = guaranteed.map { $0.name }.map(on: worker) { $0.uppercased() }
    #expect(await guarantee.get() == "ADA")
    #expect(await guaranteed.map(\.id).get() == 1)
    func id(of source: some Thenable<User>) -> Promise<Int> { source.promise.map(\.id).map { $0 } }
    #expect(try await id(of: ada).get() == 1)
    #expect(try await id(of: guaranteed).get() == 1)
    #expect(try await id(of: Ticket(User(id: 4, name: ""))).get() == 4)
  }

  // MARK: compactMap, key paths

  @Test func `compactMap rejects the promise if its handler returns nil`() async throws {
    #expect(try await ada.compactMap(\.nickname).get() == "Countess")
    #expect(try await ada.compactMap { $0.nickname?.first }.get() == "C")
    #expect(try await ada.compactMap(on: worker) { Int($0.name) ?? $0.id }.get() == 1)
    #expect(try await Promise.value("12").compactMap { Int($0) }.get() == 12)
    #expect(try await Promise.value("12").compactMap { Int($0, radix: 8) }.get() == 10)
    let missing = fetchUser(2).compactMap(\.nickname)
    await #expect(throws: PromiseError.self) { try await missing.get() }
    let several = ada.compactMap { user -> Int? in
      if user.isAdmin { return 1 }
      return nil
    }
    #expect(try await several.get() == 1)
    let promise: Promise<String> = guaranteed.compactMap(\.nickname)
    #expect(try await promise.get() == "Countess")
    func nickname(of source: some Thenable<User>) -> Promise<String> { source.promise.compactMap { $0.nickname } }
    #expect(try await nickname(of: ada).get() == "Countess")
  }

  // MARK: done

  @Test func `done ends a chain without a value`() async throws {
    let notes = Notes()
    try await ada.done { notes.take($0.name) }.get()
    try await ada.done(on: worker) { user in
      let id = user.id
      notes.take("\(id)")
    }.get()
    try await ada.done { _ in notes.take("end") }.get()
    await #expect(throws: AppError.notFound) { try await ada.done { _ = try parse($0.name) }.get() }
    let guarantee: Guarantee<Void> = guaranteed.done { notes.take("\($0.id)") }
    await guarantee.get()
    await guaranteed.done(on: nil) { _ in notes.take("inline") }.get()
    guaranteed.done(on: nil) { _ in notes.take("unused") }
    func end(_ source: some Thenable<User>) -> Promise<Void> { source.promise.done { notes.take($0.name) } }
    try await end(Ticket(User(id: 1, name: "Grace"))).get()
    #expect(notes.lines == ["Ada", "1", "end", "1", "inline", "unused", "Grace"])
  }

  // MARK: get, tap, asVoid

  @Test func `get and tap pass the outcome on, and asVoid discards the value`() async throws {
    let notes = Notes()
    #expect(try await ada.get { notes.take($0.name) }.map { $0.id }.get() == 1)
    #expect(try await ada.get(on: worker) { user in notes.take("\(user.id)") }.get().id == 1)
    await #expect(throws: AppError.notFound) { try await ada.get { _ = try parse($0.name) }.get() }
    _ = try await ada.tap { result in
      switch result {
      case .success(let user): notes.take("tap \(user.name)")
      case .failure(let error): notes.take("tap \(error)")
      }
    }.get()
    await #expect(throws: AppError.notFound) {
      try await fetchUser(0).tap(on: nil) { if case .failure = $0 { notes.take("failed") } }.get()
    }
    try await ada.asVoid().get()
    #expect(try await ada.asVoid().map { 5 }.get() == 5)
    let passedOn: Guarantee<User> = guaranteed.get { notes.take($0.name) }.get { _ in notes.take("guaranteed") }
    #expect(await passedOn.get().id == 1)
    await guaranteed.get(on: nil) { _ in }.get(on: worker) { _ in }.asVoid().get()
    func look(at source: some Thenable<User>) -> Promise<Void> {
      source.promise.get { notes.take("\($0.id)") }.asVoid()
    }
    try await look(at: guaranteed).get()
    func tap<Source: Thenable<User>>(_ source: Source) -> Promise<User> {
      source.promise.tap { _ in notes.take("mixin") }
    }
    #expect(try await tap(ada).get().id == 1)
    #expect(notes.lines == ["Ada", "1", "tap Ada", "failed", "Ada", "guaranteed", "1", "mixin"])
  }

  // MARK: validate

  @Test func `validate rejects the promise if its predicate returns false`() async throws {
    #expect(try await ada.validate { $0.isAdmin }.get().id == 1)
    #expect(try await ada.validate(on: worker) { user in user.id == 1 }.map { $0.id }.get() == 1)
    await #expect(throws: PromiseError.self) { try await ada.validate { $0.id > 1 }.get() }
    await #expect(throws: AppError.notFound) { try await ada.validate { try parse($0.name) > 0 }.get() }
    let several = ada.validate { user in
      guard user.isAdmin else { return false }
      return user.nickname != nil
    }
    #expect(try await several.get().id == 1)
    let promise: Promise<User> = guaranteed.validate { $0.isAdmin }
    #expect(try await promise.get().id == 1)
    func valid(_ source: some Thenable<User>) -> Promise<User> { source.promise.validate { $0.isAdmin } }
    await #expect(throws: PromiseError.self) { try await valid(Ticket(User(id: 1, name: ""))).get() }
  }

  // MARK: reduce(items) { partial, item in promise }

  @Test func `reduce combines items in order, with a promise for each step`() async throws {
    @Sendable func append(_ number: Int, to text: String) -> Promise<String> { .value("\(text)\(number)") }
    #expect(try await Promise.value("a").reduce([1, 2]) { text, number in append(number, to: text) }.get() == "a12")
    #expect(try await Promise.value("b").reduce(1...3) { append($1, to: $0) }.get() == "b123")
    #expect(try await Promise.value("c").reduce([1, 2]) { text, number in append(number, to: text) }.get() == "c12")
    #expect(try await Promise.value("d").reduce(on: worker, [1]) { append($1, to: $0) }.get() == "d1")
    #expect(try await Promise.value("e").reduce(on: nil, [1, 2]) { append($1, to: $0) }.get() == "e12")
    let several = Promise.value(0).reduce([1, 2, 3]) { sum, number in
      guard number < 3 else { throw AppError.notFound }
      return Promise.value(sum + number)
    }
    await #expect(throws: AppError.notFound) { try await several.get() }
    #expect(try await Guarantee.value(0).reduce([1, 2]) { Guarantee.value($0 + $1) }.get() == 3)
    func sum(_ source: some Thenable<Int>) -> Promise<Int> { source.promise.reduce([1, 2]) { Promise.value($0 + $1) } }
    #expect(try await sum(Ticket(5)).get() == 8)
  }

  // MARK: Functions and key paths instead of closures

  private func names(_ notes: Notes) -> Promise<Int> {
    ada.then(fetchAvatar).map(\.owner).get(notes.take).validate(isShort).map { "\($0.count)" }.map(parse)
  }

  private func cachedNames() -> Guarantee<String> { guaranteed.then(cachedAvatar).map(\.owner).map(uppercased) }

  private func nicknames(_ notes: Notes) -> Promise<Void> {
    ada.get { _ in }.compactMap(\.nickname).done(notes.take).catch(show)
  }

  private func isShort(_ name: String) -> Bool { name.count < 10 }

  private func uppercased(_ name: String) -> String { name.uppercased() }

  private func show(_ error: any Error) {}

  @Test func `operators accept functions and key paths instead of closures`() async throws {
    let notes = Notes()
    #expect(try await names(notes).get() == 3)
    #expect(await cachedNames().get() == "ADA")
    try await nicknames(notes).get()
    #expect(notes.lines == ["Ada", "Countess"])
  }

  // MARK: A chain of all operators

  @Test func `closures of a long chain need no type annotations`() async throws {
    let notes = Notes()
    let count = firstly {
      fetchUser(1)
    }.validate { user in
      user.isAdmin
    }.get { user in
      notes.take("loaded \(user.name)")
    }.then { user in
      fetchAvatar(of: user)
    }.map { avatar in
      avatar.owner
    }.compactMap { name in
      name.first
    }.get { letter in
      notes.take("\(letter)")
    }.map { letter in
      "\(letter)".count
    }
    #expect(try await count.get() == 1)
    #expect(notes.lines == ["loaded Ada", "A"])
  }
}
