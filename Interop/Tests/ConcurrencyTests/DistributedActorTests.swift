import Distributed
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests distributed actors. For their callers, all their functions are `async` and throw.
@Suite(.promises(timeLimit: .testLimit)) struct DistributedActorTests {
  distributed actor Account {
    typealias ActorSystem = LocalTestingDistributedActorSystem

    private var balance = 0

    distributed func deposit(_ amount: Int) throws -> Int {
      guard amount > 0 else { throw TestError.one }
      balance += amount
      return balance
    }

    /// Awaits a promise that it creates.
    distributed func deposit(later amount: Int) async throws -> Int {
      try await Promise { try await twice(amount) }.get()
    }

    /// A handler written in a distributed actor runs on the actor and uses its state without `await`.
    distributed func depositByHandler(_ amount: Int) async throws -> Int {
      try await Promise.value(amount).map { amount in
        self.preconditionIsolated()
        self.balance += amount
        return self.balance
      }.get()
    }

    /// The same for an `async` handler.
    distributed func depositByAsyncHandler(_ amount: Int) async throws -> Int {
      try await Promise.value(amount).map { amount in
        await Task.yield()
        self.preconditionIsolated()
        self.balance += amount
        return self.balance
      }.get()
    }

    /// The same for a promise created from an `async` closure.
    distributed func depositInATask(_ amount: Int) async throws -> Int {
      try await Promise {
        await Task.yield()
        self.preconditionIsolated()
        self.balance += amount
        return self.balance
      }.get()
    }

    /// The function resumes on the actor after awaiting a promise.
    distributed func wait(for amount: Int) async throws -> Int {
      let later = try await Promise { try await twice(amount) }.get()
      self.preconditionIsolated()
      return later
    }
  }

  /// The account, wrapped for callers that only use promises.
  struct Client: Sendable {
    let account: Account

    func deposit(_ amount: Int) -> Promise<Int> { Promise { try await account.deposit(amount) } }
  }

  let account = Account(actorSystem: LocalTestingDistributedActorSystem())

  @Test func `a promise wraps a distributed call`() async throws {
    let client = Client(account: account)
    let balance = client.deposit(1).then { _ in client.deposit(2) }
    #expect(try await balance.get() == 3)
  }

  @Test func `a promise wraps a call on a resolved reference`() async throws {
    let system = LocalTestingDistributedActorSystem()
    let account = Account(actorSystem: system)
    let remote = try Account.resolve(id: account.id, using: system)
    #expect(try await Promise { try await remote.deposit(1) }.get() == 1)
  }

  @Test func `an error thrown by a distributed function rejects the promise`() async {
    await #expect(throws: TestError.one) { try await Client(account: account).deposit(-1).get() }
  }

  @Test func `a distributed function awaits a promise`() async throws {
    #expect(try await account.deposit(later: 1) == 2)
    #expect(try await account.wait(for: 1) == 2)
  }

  @Test func `handlers in a distributed actor run on the actor`() async throws {
    #expect(try await account.depositByHandler(1) == 1)
    #expect(try await account.depositByAsyncHandler(2) == 3)
    #expect(try await account.depositInATask(3) == 6)
  }

  @Test func `concurrent calls all take effect`() async throws {
    let client = Client(account: account)
    let balances = try await when(fulfilled: (1...100).map { _ in client.deposit(1) }).get()
    #expect(balances.sorted() == Array(1...100))
  }
}

private func twice(_ number: Int) async throws -> Int {
  await Task.yield()
  return number * 2
}
