import Dispatch
import PromiseConcurrency

// This file does not import the library yet.

/// A remote API.
public final class RemoteAPI: Sendable {
  public init() {}

  /// Fetches a user.
  /// - Parameters:
  ///   - id: The number of the user.
  ///   - completion: Called with the name.
  public func fetchUser(_ id: Int, completion: @escaping (String?, Error?) -> Void) {
    DispatchQueue.global().async {
      if id > 0 { completion("user \(id)", nil) } else { completion(nil, Failure(text: "no user")) }
    }
  }

  /// Fetches a user.
  /// - Parameters:
  ///   - id: The number of the user.
  public func fetchUser(_ id: Int) async throws -> String {
    try await wrap { handler in fetchUser(id, completion: handler) }.get()
  }

  func ping(completion: @escaping () -> Void) { completion() }

  func ping() async throws {
    try await wrap { handler in ping(completion: handler) }.get()
  }

  func send(_ text: String, completion: @escaping (Error?) -> Void) {
    completion(text.isEmpty ? Failure(text: "empty") : nil)
  }

  func send(_ text: String) async throws {
    try await wrap { handler in send(text, completion: handler) }.get()
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String, completion: @escaping (Result<T, Error>) -> Void) {
    completion(.failure(Failure(text: "not decoded: \(text)")))
  }

  func decode<T: Decodable & Sendable>(_ type: T.Type, from text: String) async throws -> T {
    try await wrap { handler in decode(type, from: text, completion: handler) }.get()
  }

  func page(_ number: Int, completion: @escaping (String?, Int?, Error?) -> Void) {
    completion("page", number, nil)
  }

  func page(_ number: Int) async throws -> (String?, Int?) {
    try await wrap { handler in page(number, completion: handler) }.get()
  }

  func split(_ text: String, completion: @escaping (Substring, Substring) -> Void) {
    completion(text.prefix(1), text.dropFirst())
  }

  func split(_ text: String) async throws -> (Substring, Substring) {
    try await withResolver { resolver in split(text) { @Sendable in resolver.fulfill(($0, $1)) } }
  }

  func download(_ path: String, completion: @escaping (Int?, Error?) -> Void) -> Download {
    completion(path.count, nil)
    return Download()
  }

  func download(_ path: String) async throws -> Int {
    try await withResolver { resolver in
      let task = download(path) { @Sendable in resolver.resolve($0, $1) }
      resolver.onCancel { task.cancel() }
    }
  }

  func notify(_ text: String, completion: ((Bool) -> Void)? = nil) {
    completion?(true)
  }

  func notify(_ text: String) async throws -> Bool {
    try await wrap { handler in notify(text, completion: handler) }.get()
  }

  func throwing(_ text: String, completion: @escaping (String) -> Void) throws {
    if text.isEmpty { throw Failure(text: "empty") }
    completion(text)
  }

  func throwing(_ text: String) async throws -> String {
    try await wrap { handler in try throwing(text, completion: handler) }.get()
  }
}

final class Download: Sendable {
  func cancel() {}
}

final class Connection {
  let host: String

  /// Connects to a host.
  init(to host: String, timeout: Int = 3, completion: @escaping (Error?) -> Void) {
    self.host = host
    completion(host.isEmpty ? Failure(text: "no host") : nil)
  }

  /// Connects to a host.
  convenience init(to host: String, timeout: Int = 3) async throws {
    let (promise, resolver) = Promise<Void>.pending()
    self.init(to: host, timeout: timeout) { @Sendable in resolver.resolve($0) }
    try await promise.get()
  }
}

struct Session {
  let name: String

  init(name: String, completion: @escaping (Result<Void, Error>) -> Void) {
    self.name = name
    completion(.success(()))
  }

  init(name: String) async throws {
    let (promise, resolver) = Promise<Void>.pending()
    self.init(name: name) { @Sendable in resolver.resolve($0) }
    try await promise.get()
  }
}

actor Ledger {
  private var sum = 0

  func add(_ amount: Int, completion: @escaping @Sendable (Int) -> Void) {
    sum += amount
    completion(sum)
  }

  func add(_ amount: Int) async throws -> Int {
    try await wrap { handler in add(amount, completion: handler) }.get()
  }
}

@MainActor protocol Presenter {
  func present(_ text: String, completion: @escaping (Bool) -> Void)
}

extension Presenter {
  func present(_ text: String) async throws -> Bool {
    try await wrap { handler in present(text, completion: handler) }.get()
  }
}

struct Alert: Presenter {
  func present(_ text: String, completion: @escaping (Bool) -> Void) { completion(!text.isEmpty) }
}
