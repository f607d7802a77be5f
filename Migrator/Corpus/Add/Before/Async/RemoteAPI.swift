import Dispatch

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

  func ping(completion: @escaping () -> Void) { completion() }

  func send(_ text: String, completion: @escaping (Error?) -> Void) {
    completion(text.isEmpty ? Failure(text: "empty") : nil)
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String, completion: @escaping (Result<T, Error>) -> Void) {
    completion(.failure(Failure(text: "not decoded: \(text)")))
  }

  func page(_ number: Int, completion: @escaping (String?, Int?, Error?) -> Void) {
    completion("page", number, nil)
  }

  func split(_ text: String, completion: @escaping (Substring, Substring) -> Void) {
    completion(text.prefix(1), text.dropFirst())
  }

  func download(_ path: String, completion: @escaping (Int?, Error?) -> Void) -> Download {
    completion(path.count, nil)
    return Download()
  }

  func notify(_ text: String, completion: ((Bool) -> Void)? = nil) {
    completion?(true)
  }

  func throwing(_ text: String, completion: @escaping (String) -> Void) throws {
    if text.isEmpty { throw Failure(text: "empty") }
    completion(text)
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
}

struct Session {
  let name: String

  init(name: String, completion: @escaping (Result<Void, Error>) -> Void) {
    self.name = name
    completion(.success(()))
  }
}

actor Ledger {
  private var sum = 0

  func add(_ amount: Int, completion: @escaping @Sendable (Int) -> Void) {
    sum += amount
    completion(sum)
  }
}

@MainActor protocol Presenter {
  func present(_ text: String, completion: @escaping (Bool) -> Void)
}

struct Alert: Presenter {
  func present(_ text: String, completion: @escaping (Bool) -> Void) { completion(!text.isEmpty) }
}
