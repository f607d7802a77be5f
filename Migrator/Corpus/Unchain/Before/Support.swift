import Foundation
import PromiseConcurrency

struct User: Sendable, Equatable {
  let id: Int
  var name: String
  var friends: [Int] = []
}

struct Detail: Sendable {
  let user: User
  let text: String
}

enum ShopError: Error {
  case missing
  case invalid(String)
}

// The lines do not contain the names of the modules.
extension User: CustomStringConvertible { var description: String { "\(id) \(name)" } }
extension Detail: CustomStringConvertible { var description: String { "\(user): \(text)" } }
extension ShopError: CustomStringConvertible {
  var description: String { if case .invalid(let text) = self { "invalid \(text)" } else { "missing" } }
}

/// What has happened, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []

  func add(_ entry: String) { lock.withLock { entries.append(entry) } }
  var lines: [String] { lock.withLock { entries } }
}

/// The leaves that all programs call.
class Source: @unchecked Sendable {
  let log = Log()

  func load(_ id: Int) -> Promise<User> {
    log.add("load \(id)")
    return id > 0 ? .value(User(id: id, name: "user \(id)", friends: [id + 1, id + 2])) : Promise(error: ShopError.missing)
  }

  func text(_ user: User) -> Promise<String> {
    Promise { resolver in
      DispatchQueue.global().async { resolver.fulfill("text of \(user.name)") }
    }
  }

  func count(_ text: String) -> Promise<Int> { .value(text.count) }
  func store(_ user: User) -> Promise<Void> { done("store \(user.id)") }
  func pause() -> Guarantee<Void> { after(seconds: 0.001) }
  func size(_ id: Int) -> Guarantee<Int> { .value(id * 100) }

  private func done(_ entry: String) -> Promise<Void> {
    log.add(entry)
    return Promise()
  }

  func parse(_ text: String) throws -> Detail {
    guard !text.isEmpty else { throw ShopError.invalid("empty") }
    return Detail(user: User(id: 0, name: text), text: text)
  }
}

/// Returns what a promise settles with, as a line.
func outcome<Value>(_ name: String, _ promise: Promise<Value>) async -> String {
  switch await promise.getResult() {
  case .success(let value): "\(name): \(value)"
  case .failure(let error): "\(name) fails: \(error)"
  }
}
