import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary, creating promises, up to `Thenable`.
@Suite(.sharingProcessors) struct VocabularyCreation {
  private func load(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    if id == 0 { completion(nil, AppError.notFound) } else { completion("\(id)", nil) }
  }

  // MARK: Promise { resolver in … }, Promise(resolver:)

  @Test func `a promise is created with a closure that receives its resolver`() async throws {
    let loaded = Promise<String> { seal in
      load(1) { text, error in seal.resolve(text, error) }
    }
    #expect(loaded.value == "1")
    let notFound = Promise<String> { seal in load(0) { seal.resolve($0, $1) } }
    #expect(notFound.error as? AppError == .notFound)
    let thrown = Promise<Int>(resolver: { seal in seal.fulfill(try parse("x")) })
    #expect(thrown.error as? AppError == .notFound)
    func count() -> Promise<Int> {
      Promise { seal in
        let number = 3
        seal.fulfill(number)
      }
    }
    #expect(try await count().get() == 3)
  }

  // MARK: Promise.value(v), Promise(error:), Promise() for Void

  @Test func `a promise is created settled`() {
    #expect(Promise.value(1).value == 1)
    #expect(Promise.value("text").value == "text")
    #expect(Promise<Int?>.value(nil).value == .some(nil))
    #expect(Promise<Int>(error: AppError.offline).error as? AppError == .offline)
    #expect(Promise<Void>().isFulfilled && Promise().isFulfilled)
    func save(_ isOnline: Bool) -> Promise<Void> { isOnline ? Promise() : Promise(error: AppError.offline) }
    func start() -> Promise<Void> { .init() }
    #expect(save(true).isFulfilled && save(false).error as? AppError == .offline && start().isFulfilled)
    let users: [Promise<Int>] = [.value(1), Promise(error: AppError.offline)]
    #expect(users[0].value == 1 && users[1].error as? AppError == .offline)
  }

  // MARK: Promise<V>.pending() -> (promise, resolver)

  @Test func `pending returns a promise and its resolver`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending)
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
    let pending = Promise<String>.pending()
    pending.resolver.reject(AppError.offline)
    await #expect(throws: AppError.offline) { try await pending.promise.get() }
    let (done, seal): (Promise<Void>, Resolver<Void>) = Promise.pending()
    seal.fulfill()
    #expect(done.isFulfilled)
  }

  // MARK: Resolver

  @Test func `a resolver settles its promise from each form of arguments`() {
    func outcome(_ settle: (Resolver<Int>) -> Void) -> Promise<Int> { Promise { settle($0) } }
    let offline: any Error = AppError.offline
    let missing: Int? = nil
    #expect(outcome { $0.fulfill(1) }.value == 1)
    #expect(outcome { $0.reject(offline) }.error as? AppError == .offline)
    #expect(outcome { $0.resolve(.success(2)) }.value == 2)
    #expect(outcome { $0.resolve(Result<Int, AppError>.failure(.offline)) }.error is AppError)
    #expect(outcome { $0.resolve(Result { try parse("3") }) }.value == 3)
    #expect(outcome { $0.resolve(Optional(4), nil) }.value == 4)
    #expect(outcome { $0.resolve(missing, offline) }.error is AppError)
    #expect(outcome { $0.resolve(5, nil) }.value == 5)
    #expect(outcome { $0.resolve(5, offline) }.error is AppError)
    #expect(outcome { $0.resolve(nil, Optional(6)) }.value == 6)
    #expect(outcome { $0.resolve(offline, missing) }.error is AppError)
    guard case .invalidCallingConvention? = outcome({ $0.resolve(missing, nil) }).error as? PromiseError else {
      Issue.record("A call with neither a value nor an error was not recognized.")
      return
    }
  }

  @Test func `a resolver of Void needs no value`() {
    #expect(Promise<Void> { $0.fulfill() }.isFulfilled)
    #expect(Promise<Void> { $0.resolve(nil) }.isFulfilled)
    #expect(Promise<Void> { $0.resolve(AppError.offline) }.error is AppError)
    #expect(Promise<Void> { $0.resolve(.success(())) }.isFulfilled)
  }

  @Test func `a resolver calls its cancellation handler when the promise is canceled`() {
    let notes = Notes()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { notes.take("stopped") }
    #expect(resolver.promise === promise && !resolver.isCancelled)
    promise.cancel()
    #expect(resolver.isCancelled && notes.lines == ["stopped"])
  }

  // MARK: Guarantee { seal in … }, Guarantee.value, .pending(), Guarantee(resolver:)

  @Test func `a guarantee is created from a closure, a value or a resolver`() async {
    func askForPermission(_ answer: @escaping @Sendable (Bool) -> Void) { answer(true) }
    let granted = Guarantee<Bool> { seal in askForPermission(seal) }
    #expect(await granted.get())
    #expect(await Guarantee<Bool> { askForPermission($0) }.get())
    #expect(await Guarantee<Int>(resolver: { seal in seal(1) }).get() == 1)
    #expect(Guarantee.value(2).value == 2 && Guarantee().isFulfilled)
    let (guarantee, resolve) = Guarantee<Int>.pending()
    worker.async { resolve(3) }
    #expect(await guarantee.get() == 3)
    let pending = Guarantee<Void>.pending()
    pending.resolve(())
    #expect(pending.guarantee.isFulfilled)
  }

  // MARK: DispatchQueue.async(.promise, group:qos:flags:) { … }

  @Test func `a dispatch queue runs a closure and returns a promise or a guarantee`() async throws {
    #expect(try await worker.async(.promise) { try parse("1") }.get() == 1)
    let guarantee: Guarantee<Int> = DispatchQueue.global().async(.promise) { 2 }
    #expect(await guarantee.get() == 2)
    let group = DispatchGroup()
    let barrier = worker.async(.promise, group: group, qos: .utility, flags: .barrier) { () -> Int in
      let number = try parse("3")
      return number
    }
    #expect(try await barrier.map { $0 + 1 }.get() == 4)
  }

  // MARK: firstly { … }

  @Test func `firstly adopts the thenable of its closure, or the error that the closure throws`() async throws {
    let avatar = firstly {
      fetchUser(1)
    }.then { user in
      fetchAvatar(of: user)
    }
    #expect(try await avatar.get() == Avatar(owner: "Ada"))
    let thrown = firstly {
      fetchUser(try parse("x"))
    }
    #expect(thrown.error as? AppError == .notFound)
    let guarantee: Guarantee<Int> = firstly { Guarantee.value(1) }
    #expect(await guarantee.map { $0 + 1 }.get() == 2)
    #expect(try await firstly { Ticket(3) }.get() == 3)
    let several = firstly {
      let id = try parse("1")
      return fetchUser(id)
    }
    #expect(try await several.get().name == "Ada")
  }

  // MARK: Promise(thenable), protocol Thenable with pipe(to:), and T as an alias of Value

  @Test func `a promise adopts the outcome of any thenable`() async throws {
    #expect(try await Promise(fetchUser(1)).get().name == "Ada")
    #expect(try await Promise(Guarantee.value(1)).get() == 1)
    #expect(try await Promise(Ticket(2)).get() == 2)
    func follow<U: Thenable>(_ source: U) -> Promise<U.Value> {
      Promise { seal in source.pipe { seal.resolve($0) } }
    }
    #expect(try await follow(Promise.value(3)).get() == 3)
    #expect(try await follow(Guarantee.value(4)).get() == 4)
    await #expect(throws: AppError.offline) { try await follow(Ticket<Int>(failing: AppError.offline)).get() }
    let promise = Promise<Int> { seal in Ticket(5).pipe { seal.resolve($0) } }
    #expect(promise.value == 5)
  }
}
