// Must compile without diagnostics: handlers and async closures that use the state of the actor that contains them.
//
// verify: -swift-version 6
// verify: -swift-version 5
// verify: -swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault
import Dispatch
import PromiseConcurrency

struct User: Sendable { var name = "" }

func fetch(_ id: Int) -> Promise<User> { .value(User()) }
func load(_ id: Int) async throws -> User { User() }

@MainActor final class Screen {
  var title = ""
  let saves = PromiseQueue()

  func show() -> Promise<Void> {
    fetch(1)
      .get { self.title = $0.name }
      .then { user -> Promise<User> in
        self.title += user.name
        return fetch(2)
      }
      .map { user -> User in
        let better = try await load(user.name.count)
        self.title = better.name
        return better
      }
      .validate { user in
        _ = try await load(1)
        return self.title == user.name
      }
      .recover { _ -> User in
        self.title = "?"
        return try await load(2)
      }
      .ensure { self.title = "" }
      .done { self.title = $0.name }
  }

  func tasks() -> [Promise<Void>] {
    [
      Promise {
        self.title = try await load(1).name
      },
      saves.add { self.title = try await load(2).name },
      retry(attempts: 3, delay: 0) { self.title = try await load(3).name },
      until {
        self.title = try await load(4).name
        return true
      },
      Promise(forEach: AsyncStream<Int> { $0.finish() }) { self.title = "\($0)" },
    ]
  }

  func wait() async throws {
    title = try await fetch(1).get().name
    title = try await fetch(1).get(timeout: 5, cancellation: .forward).name
    title = try await withResolver { resolver in
      self.title = "…"
      resolver.fulfill("done")
    }
    try await wrap { handler in
      self.title = "…"
      handler()
    }.get()
    for try await user in [fetch(1), fetch(2)].inCompletionOrder { title += user.name }
    for try await name in [1, 2].concurrentMap(maxConcurrent: 2, { id in
      self.title = "\(id)"
      return try await load(id).name
    }) { title += name }
  }

  func callback(_ completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    Promise { try await load(1) }.complete(completion)
    Promise(Task { try await load(1) }).complete { (result: Result<User, any Error>) in
      self.title = (try? result.get().name) ?? ""
    }
  }
}

actor Store {
  var users: [User] = []

  func add(_ id: Int) -> Promise<Int> {
    fetch(id)
      .get { self.users.append($0) }
      .map { _ in self.users.count }
      .map { count -> Int in
        let user = try await load(count)
        self.users.append(user)
        return self.users.count
      }
      .ensure { self.users.removeAll() }
  }

  func addLater(_ id: Int) -> Promise<Void> { Promise { self.users.append(try await load(id)) } }

  func addNow(_ id: Int) async throws { users.append(try await fetch(id).get()) }
}

@globalActor actor Database {
  static let shared = Database()
}

@Database final class Table {
  var rows = 0

  func count() -> Promise<Int> { fetch(1).map { _ in self.rows } }

  func insert() -> Promise<Void> { Promise { self.rows += try await load(1).name.count } }
}

final class PrinterThread: SerialExecutor {
  let queue = DispatchQueue(label: "printer")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An actor with a custom executor.
actor Printer {
  private nonisolated let thread = PrinterThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  var pages = 0

  func print() -> Promise<Int> {
    fetch(1).map { _ in
      self.pages += 1
      return self.pages
    }
  }
}

/// A type that is not `Sendable`, used by one caller at a time.
final class Parser {
  var tokens: [String] = []

  nonisolated(nonsending) func parse() async throws {
    tokens.append(try await fetch(1).get().name)
    tokens.append(try await fetch(1).get(timeout: 1).name)
    switch await fetch(1).getResult() {
    case .success(let user): tokens.append(user.name)
    case .failure: tokens = []
    }
    try await wrap { handler in
      self.tokens.append("…")
      handler()
    }.get()
    tokens.append(
      try await withResolver { resolver in
        self.tokens.append("…")
        resolver.fulfill("done")
      })
    for try await user in [fetch(1)].inInputOrder { tokens.append(user.name) }
  }
}

/// A generic function with the isolation of its caller.
func generic<T: Thenable>(_ thenable: T, isolation: isolated (any Actor)? = #isolation) async throws -> T.Value {
  try await thenable.promise.get()
}
