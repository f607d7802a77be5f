import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary: conversions between promises, tasks and callbacks.
@Suite(.sharingProcessors) struct VocabularyAwaiting {
  private let one = Promise.value(1)
  private let three = Guarantee.value(3)
  private var failed: Promise<Int> { Promise(error: AppError.offline) }

  func user(_ id: Int) async throws -> User { try await fetchUser(id).get() }

  /// Loads a user and calls `completion` later, on a global queue.
  func loadUser(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    fetchUser(id).complete(on: .global(), completion)
  }

  // MARK: try await promise.get(), await guarantee.get(), get(timeout:), get(cancellation: .forward), getResult()

  @Test func `get returns the value or throws the error of a promise, a guarantee and any thenable`() async throws {
    #expect(try await one.get() == 1)
    #expect(await three.get() == 3)
    #expect(try await one.get(timeout: 5) == 1)
    #expect(try await one.get(timeout: .seconds(5), losers: .spare) == 1)
    #expect(try await three.get(timeout: 0.5, cancellation: .forward) == 3)
    #expect(try await one.get(cancellation: .forward) == 1)
    #expect(await three.get(cancellation: .forward) == 3)
    await #expect(throws: AppError.offline) { try await failed.get() }
    switch await failed.getResult() {
    case .success: Issue.record("succeeded")
    case .failure(let error): #expect(error as? AppError == .offline)
    }
    #expect(try await Ticket(7).promise.get() == 7)
  }

  // MARK: Promise { try await … }, Guarantee { await … }

  @Test func `a promise or a guarantee adopts the result of an async closure`() async throws {
    let promise = Promise { try await self.user(1) }
    #expect(try await promise.get().name == "Ada")
    let named: Promise<User> = Promise(name: "Ada", priority: .high) { try await self.user(1) }
    #expect(try await named.map { $0.id }.get() == 1)
    let guarantee: Guarantee<Int> = Guarantee { await self.three.get() + 1 }
    #expect(await guarantee.get() == 4)
    let sleeping = Promise { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
    sleeping.cancel()
    #expect(sleeping.isCancelled)
  }

  // MARK: Promise(task), Task(promise)

  @Test func `a promise adopts the result of a task, and a task that of a promise`() async throws {
    let task = Task { try await user(1) }
    #expect(try await Promise(task).map { $0.name }.get() == "Ada")
    #expect(await Guarantee(Task { 1 }).get() == 1)
    #expect(try await Task(one).value == 1)
    #expect(await Task(three).value == 3)
  }

  // MARK: async closures in operators

  @Test func `operators accept async closures anywhere in a chain`() async throws {
    let notes = Notes()
    let user = Promise { try await self.user(1) }
      .get { user in
        _ = try await self.user(user.id)
        notes.take(user.name)
      }
      .then { user in fetchAvatar(of: user) }
      .map { avatar in try await self.user(avatar.size) }
      .validate { user in try await self.user(user.id).isAdmin }
    let name = user.compactMap { user in try await self.user(user.id).nickname }
      .map { nickname in
        let first = try await self.user(1).name
        return first + " " + nickname
      }
      .recover { _ in try await self.user(2).name }
      .ensure { _ = try? await self.user(3) }
    #expect(try await name.get() == "Ada Countess")
    #expect(notes.lines == ["Ada"])
    try await one.done { _ = try await self.user($0) }.get()
    #expect(try await Promise.value([1, 2]).thenMap { try await self.user($0).id }.get() == [1, 2])
    #expect(
      try await Promise.value("").reduce([1, 2]) { text, id in try await text + self.user(id).name }.get()
        == "AdaUser 2")
    #expect(try await retry(attempts: 2, delay: 0) { try await self.user(1) }.get().id == 1)
    #expect(try await retry(attempts: 2, delay: .seconds(0)) { try await self.user(1) }.get().id == 1)
    try await until(interval: 0) { try await self.user(1).isAdmin }.get()
  }

  // MARK: withResolver, continuations, TaskGroup.addPromise

  @Test func `withResolver and continuations return the outcome to async code`() async throws {
    let user = try await withResolver { resolver in
      loadUser(1) { user, error in resolver.resolve(user, error) }
    }
    #expect(user.name == "Ada")
    let number = try await withCheckedThrowingContinuation { $0.resume(with: one) }
    #expect(number == 1)
    #expect(try await withUnsafeThrowingContinuation { $0.resume(with: one) } == 1)
    #expect(await withCheckedContinuation { $0.resume(with: three) } == 3)
    #expect(await withUnsafeContinuation { $0.resume(with: three) } == 3)
  }

  @Test func `a task group awaits the promises that are added to it`() async throws {
    let sum = try await withThrowingTaskGroup(of: Int.self) { group -> Int in
      group.addPromise(one)
      group.addPromise(three, cancellation: .leave)
      group.addTask { 5 }
      return try await group.reduce(0, +)
    }
    #expect(sum == 9)
    let sure = await withTaskGroup(of: Int.self) { group -> Int in
      group.addPromise(three)
      return await group.reduce(0, +)
    }
    #expect(sure == 3)
  }
}
