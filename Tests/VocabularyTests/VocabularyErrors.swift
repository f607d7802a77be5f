import Dispatch
import PromiseConcurrency
import Testing

/// Section 2 of the vocabulary, chaining: what is done with an error, and whatever happened.
@Suite(.timeLimit(.minutes(5))) struct VocabularyErrors {
  private var failed: Promise<User> { fetchUser(0) }
  private let ada = fetchUser(1)
  private let left = Promise<User>(error: UserLeft())
  private let guaranteed = Guarantee.value(1)

  // MARK: catch(on:flags:policy:)

  @Test func catchErrors() async throws {
    let notes = Notes()
    failed.catch(on: nil) { notes.take("\($0)") }
    failed.catch(on: nil) { error in
      notes.take("several")
      notes.take("statements of \(error)")
    }.finally(on: nil) {
      notes.take("finally")
    }
    left.catch(on: nil) { _ in notes.take("never") }
    left.catch(on: nil, policy: .allErrors) { notes.take("\($0.isCancelled)") }
    #expect(notes.lines == ["notFound", "several", "statements of notFound", "finally", "true"])
    _ = try? await failed.catch { error in notes.take("\(error)") }.get()
    _ = try? await failed.catch(policy: .allErrors) { _ in notes.take("all") }.get()
    _ = try? await failed.catch(on: worker, flags: .barrier) { _ in notes.take("barrier") }.get()
    #expect(try await ada.catch { _ in notes.take("never") }.then { fetchAvatar(of: $0) }.get().owner == "Ada")
    #expect(notes.lines.suffix(3) == ["notFound", "all", "barrier"])
  }

  @Test func catchAtTheEndOfAChain() async throws {
    let notes = Notes()
    let end = firstly {
      failed
    }.then {
      fetchAvatar(of: $0)
    }.done { avatar in
      notes.take(avatar.owner)
    }.catch { error in
      notes.take("\(error)")
    }.finally {
      notes.take("finally")
    }
    _ = try? await end.get()
    #expect(notes.lines == ["notFound", "finally"])
  }

  // MARK: catch(only:), recover(only:)

  @Test func catchOnly() async throws {
    let notes = Notes()
    let http = Promise<Int>(error: HTTPError(status: 500))
    http.catch(only: HTTPError.self, on: nil) { notes.take("\($0.status)") }
      .catch(only: AppError.self, on: nil) { notes.take("\($0)") }
    failed.catch(only: AppError.notFound, on: nil) { error in notes.take("\(error)") }
      .catch(only: AppError.offline, on: nil) { _ in notes.take("never") }
    #expect(notes.lines == ["500", "notFound"])
    _ = try? await http.catch(only: HTTPError.self) { error in notes.take("where it was written") }.get()
    _ = try? await failed.catch(only: AppError.notFound) { _ in notes.take("likewise") }.get()
    #expect(notes.lines.count == 4)
  }

  @Test func recoverOnly() async throws {
    let http = Promise<Int>(error: HTTPError(status: 404))
    #expect(try await http.recover(only: HTTPError.self) { $0.status }.get() == 404)
    #expect(try await http.recover(only: HTTPError.self) { Promise.value($0.status + 1) }.get() == 405)
    #expect(
      try await http.recover(only: HTTPError.self, on: worker) { error in Promise.value(error.status) }.get() == 404)
    #expect(try await http.recover(only: HTTPError.self, on: nil) { error in error.status }.get() == 404)
    let user = User(id: 9, name: "nobody")
    #expect(try await failed.recover(only: AppError.notFound) { _ in user }.get() == user)
    #expect(try await failed.recover(only: AppError.notFound) { _ in fetchUser(1) }.get().id == 1)
    #expect(try await failed.recover(only: AppError.notFound, on: nil) { _ in user }.get() == user)
    #expect(try await failed.recover(only: AppError.notFound, on: worker) { _ in fetchUser(1) }.get().id == 1)
    await #expect(throws: AppError.notFound) {
      try await failed.recover(only: AppError.offline) { _ in user }.recover(only: HTTPError.self) { _ in user }.get()
    }
  }

  // MARK: recover returning a promise, a guarantee, a value, nothing for Void

  @Test func recoverWithAPromise() async throws {
    #expect(try await failed.recover { _ in fetchUser(1) }.get().id == 1)
    #expect(try await failed.recover(on: worker) { _ in fetchUser(1) }.get().id == 1)
    let several = failed.recover { error -> Promise<User> in
      guard error as? AppError == .notFound else { throw error }
      return fetchUser(2)
    }
    #expect(try await several.get().id == 2)
    let untyped = failed.recover { error in
      guard error as? AppError == .notFound else { throw error }
      return fetchUser(2)
    }
    #expect(try await untyped.get().id == 2)
    await #expect(throws: UserLeft.self) { try await left.recover { _ in fetchUser(1) }.get() }
    #expect(try await left.recover(policy: .allErrors) { _ in fetchUser(1) }.get().id == 1)
    #expect(try await failed.recover { _ in Ticket(User(id: 5, name: "")) }.get().id == 5)
  }

  @Test func recoverWithAGuaranteeAValueOrNothing() async throws {
    let user = User(id: 9, name: "nobody")
    let guarantee: Guarantee<User> = failed.recover { _ in Guarantee.value(user) }
    #expect(await guarantee.get() == user)
    #expect(await failed.recover(on: worker) { _ in Guarantee.value(user) }.get() == user)
    let several: Guarantee<User> = failed.recover { error in
      let message = "\(error)"
      return Guarantee.value(User(id: 9, name: message))
    }
    #expect(await several.get().name == "notFound")
    #expect(try await failed.recover { _ in user }.get() == user)
    #expect(try await failed.recover(on: nil) { _ in user }.get() == user)
    #expect(try await failed.map(\.id).recover { _ in 0 }.get() == 0)
    await #expect(throws: AppError.offline) { try await failed.recover { _ in throw AppError.offline }.get() }
    let notes = Notes()
    let done: Guarantee<Void> = failed.asVoid().recover { notes.take("\($0)") }
    await done.get()
    await failed.asVoid().recover(on: nil) { _ in notes.take("inline") }.get()
    failed.done(on: nil) { _ in }.recover(on: nil) { _ in notes.take("unused") }
    #expect(notes.lines == ["notFound", "inline", "unused"])
  }

  // MARK: ensure, ensureThen, finally, always

  @Test func ensureAndItsLike() async throws {
    let notes = Notes()
    let user = try await ada.ensure { notes.take("ensure") }.always { notes.take("always") }
      .finally { notes.take("finally") }.get()
    #expect(user.id == 1)
    _ = try? await failed.ensure(on: worker) { notes.take("queue") }.always(on: nil) { notes.take("inline") }
      .finally(on: worker, flags: .barrier) { notes.take("barrier") }.get()
    _ = try? await failed.ensure {
      notes.take("several")
      notes.take("statements")
    }.get()
    #expect(notes.lines == ["ensure", "always", "finally", "queue", "inline", "barrier", "several", "statements"])
    left.ensure(on: nil) { notes.take("also cancelled") }
    #expect(notes.lines.last == "also cancelled")
  }

  @Test func ensureThen() async throws {
    let notes = Notes()
    @Sendable func close() -> Guarantee<Void> { Guarantee().done(on: nil) { notes.take("closed") } }
    #expect(try await ada.ensureThen { close() }.get().id == 1)
    await #expect(throws: AppError.notFound) { try await failed.ensureThen(on: worker) { close() }.get() }
    let several = ada.ensureThen {
      notes.take("closing")
      return close()
    }
    #expect(try await several.get().id == 1)
    #expect(await guaranteed.ensureThen { close() }.ensureThen(on: nil) { close() }.get() == 1)
    #expect(notes.lines == ["closed", "closed", "closing", "closed", "closed", "closed"])
  }

  @Test func ensureOnAGuarantee() async {
    let notes = Notes()
    let one: Guarantee<Int> = guaranteed.ensure { notes.take("ensure") }.always { notes.take("always") }
      .finally { notes.take("finally") }
    #expect(await one.get() == 1)
    guaranteed.ensure(on: nil) { notes.take("1") }.always(on: nil) { notes.take("2") }.finally(on: nil) {
      notes.take("3")
    }
    #expect(notes.lines == ["ensure", "always", "finally", "1", "2", "3"])
  }

  @Test func onAnythingThatMayFail() async throws {
    let notes = Notes()
    func handle(_ source: some CatchMixin<User>) -> Promise<User> {
      source.catch { notes.take("\($0)") }.ensure { notes.take("ensure") }.recover { _ in fetchUser(1) }
    }
    func always(_ source: some CatchMixin<User>) -> Promise<User> {
      source.always { notes.take("always") }.finally { notes.take("finally") }
    }
    func orNobody<C: CatchMixin>(_ source: C) -> Guarantee<User> where C.Value == User {
      source.recover { _ in Guarantee.value(User(id: 9, name: "nobody")) }
    }
    #expect(try await handle(failed).get().id == 1)
    #expect(try await always(ada).get().id == 1)
    #expect(await orNobody(failed).get().id == 9)
    #expect(try await handle(Page(failing: AppError.offline)).get().id == 1)
    #expect(notes.lines == ["notFound", "ensure", "always", "finally", "offline", "ensure"])
  }

  /// Somebody else's future again, which says that it may fail.
  private final class Page: CatchMixin {
    private let ticket: Ticket<User>

    init(failing error: any Error) { ticket = Ticket(failing: error) }

    func pipe(to handler: @escaping @Sendable (Result<User, any Error>) -> Void) { ticket.pipe(to: handler) }

    var result: Result<User, any Error>? { ticket.result }
  }

  // MARK: cauterize()

  @Test func cauterize() async throws {
    let notes = Notes()
    try await ada.done { notes.take($0.name) }.cauterize().finally { notes.take("finally") }.get()
    left.cauterize()
    #expect(notes.lines == ["Ada", "finally"])
  }
}
