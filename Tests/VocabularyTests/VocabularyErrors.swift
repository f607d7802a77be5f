import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary, chaining: operators that handle an error or every outcome.
@Suite(.sharingProcessors) struct VocabularyErrors {
  private var failed: Promise<User> { fetchUser(0) }
  private let ada = fetchUser(1)
  private let left = Promise<User>(error: UserLeft())
  private let guaranteed = Guarantee.value(1)

  // MARK: catch(on:flags:policy:)

  @Test func `catch runs for errors, and for cancellation only with the policy allErrors`() async throws {
    let notes = Notes()
    failed.catch(on: nil) { notes.take("\($0)") }
    failed.catch(on: nil) { error in
      notes.take("several")
      notes.take("statements of \(error)")
    }.ensure(on: nil) {
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

  @Test func `catch at the end of a chain handles the error of the first step`() async throws {
    let notes = Notes()
    let end = firstly {
      failed
    }.then {
      fetchAvatar(of: $0)
    }.done { avatar in
      notes.take(avatar.owner)
    }.catch { error in
      notes.take("\(error)")
    }.ensure {
      notes.take("finally")
    }
    _ = try? await end.get()
    #expect(notes.lines == ["notFound", "finally"])
  }

  // MARK: catch(only:), recover(only:)

  @Test func `catch runs for errors of one type only`() async throws {
    let notes = Notes()
    let http = Promise<Int>(error: HTTPError(status: 500))
    http.catch(only: HTTPError.self, on: nil) { notes.take("\($0.status)") }
      .catch(only: AppError.self, on: nil) { notes.take("\($0)") }
    failed.catch(only: AppError.self, on: nil) { error in notes.take("\(error)") }
      .catch(only: HTTPError.self, on: nil) { _ in notes.take("never") }
    #expect(notes.lines == ["500", "notFound"])
    _ = try? await http.catch(only: HTTPError.self) { error in notes.take("default queue") }.get()
    _ = try? await failed.catch(only: AppError.self) { _ in notes.take("default queue") }.get()
    #expect(notes.lines.count == 4)
  }

  @Test func `recover replaces errors of one type only`() async throws {
    let http = Promise<Int>(error: HTTPError(status: 404))
    #expect(try await http.recover(only: HTTPError.self) { .value($0.status) }.get() == 404)
    #expect(try await http.recover(only: HTTPError.self) { Promise.value($0.status + 1) }.get() == 405)
    #expect(
      try await http.recover(only: HTTPError.self, on: worker) { error in Promise.value(error.status) }.get() == 404)
    #expect(
      try await http.recover(only: HTTPError.self) { error in
        if error.status == 404 { return .value(0) }
        throw error
      }.get() == 0)
    await #expect(throws: AppError.notFound) {
      try await failed.recover(only: HTTPError.self) { _ in fetchUser(1) }.get()
    }
  }

  // MARK: recover returning a promise, a guarantee

  @Test func `recover replaces an error with the outcome of a promise`() async throws {
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

  @Test func `recover with a guarantee returns a guarantee, unless its handler can throw`() async throws {
    let user = User(id: 9, name: "unknown")
    let guarantee: Guarantee<User> = failed.recover { _ in Guarantee.value(user) }
    #expect(await guarantee.get() == user)
    #expect(await failed.recover(on: worker) { _ in Guarantee.value(user) }.get() == user)
    let several: Guarantee<User> = failed.recover { error in
      let message = "\(error)"
      return Guarantee.value(User(id: 9, name: message))
    }
    #expect(await several.get().name == "notFound")
    #expect(await failed.recover { _ in .value(user) }.get() == user)
    let some = failed.recover { error in
      if error is HTTPError { throw error }
      return .value(user)
    }
    #expect(try await some.get() == user)
    await #expect(throws: AppError.offline) {
      try await failed.recover { _ -> Promise<User> in throw AppError.offline }.get()
    }
  }

  // MARK: ensure, ensureThen

  @Test func `ensure runs for values, errors and cancellation`() async throws {
    let notes = Notes()
    let user = try await ada.ensure { notes.take("ensure") }.get()
    #expect(user.id == 1)
    _ = try? await failed.ensure(on: worker) { notes.take("queue") }.ensure(on: nil) { notes.take("inline") }
      .ensure(on: worker, flags: .barrier) { notes.take("barrier") }.get()
    _ = try? await failed.ensure {
      notes.take("several")
      notes.take("statements")
    }.get()
    #expect(notes.lines == ["ensure", "queue", "inline", "barrier", "several", "statements"])
    left.ensure(on: nil) { notes.take("canceled") }
    #expect(notes.lines.last == "canceled")
  }

  @Test func `ensureThen delays the outcome until its guarantee is fulfilled`() async throws {
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

  @Test func `ensure on a guarantee returns a guarantee`() async {
    let notes = Notes()
    let one: Guarantee<Int> = guaranteed.ensure { notes.take("ensure") }
    #expect(await one.get() == 1)
    guaranteed.ensure(on: nil) { notes.take("1") }.ensure(on: nil) { notes.take("2") }
    #expect(notes.lines == ["ensure", "1", "2"])
  }

  @Test func `error handlers are available on any thenable that can fail`() async throws {
    let notes = Notes()
    func handle<Source: Thenable<User>>(_ source: Source) -> Promise<User> {
      source.promise.catch { notes.take("\($0)") }.ensure { notes.take("ensure") }.recover { _ in fetchUser(1) }
    }
    func orUnknown<Source: Thenable<User>>(_ source: Source) -> Guarantee<User> {
      source.promise.recover { _ in Guarantee.value(User(id: 9, name: "unknown")) }
    }
    #expect(try await handle(failed).get().id == 1)
    #expect(await orUnknown(failed).get().id == 9)
    #expect(try await handle(Page(failing: AppError.offline)).get().id == 1)
    #expect(notes.lines == ["notFound", "ensure", "offline", "ensure"])
  }

  /// A thenable of another library that declares that it can fail.
  private final class Page: Thenable {
    private let ticket: Ticket<User>

    init(failing error: any Error) { ticket = Ticket(failing: error) }

    func pipe(to handler: @escaping @Sendable (Result<User, any Error>) -> Void) { ticket.pipe(to: handler) }

    var result: Result<User, any Error>? { ticket.result }
  }

  // MARK: cauterize()

  @Test func `cauterize ends a chain and ignores cancellation`() async throws {
    let notes = Notes()
    try await ada.done { notes.take($0.name) }.cauterize().ensure { notes.take("finally") }.get()
    left.cauterize()
    #expect(notes.lines == ["Ada", "finally"])
  }
}
