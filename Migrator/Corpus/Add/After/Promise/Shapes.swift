import Dispatch
import PromiseCore

/// A service whose handlers have all shapes.
final class ShapeService: Sendable {
  /// Calls back without arguments.
  ///
  /// - Parameter completion: Called at the end.
  func wait(completion: @escaping () -> Void) {
    completion()
  }

  /// Calls back without arguments.
  func wait() -> Promise<Void> {
    wrap { handler in wait(completion: handler) }
  }

  func count(_ text: String, completion: @escaping (Int) -> Void) {
    completion(text.count)
  }

  func count(_ text: String) -> Promise<Int> {
    wrap { handler in count(text, completion: handler) }
  }

  func find(_ text: String, in list: [String], completion: @escaping (Int?) -> Void) {
    completion(list.firstIndex(of: text))
  }

  func find(_ text: String, in list: [String]) -> Promise<Int?> {
    wrap { handler in find(text, in: list, completion: handler) }
  }

  func checkedCount(_ text: String, completion: @escaping (Int, Error?) -> Void) {
    completion(text.count, text.isEmpty ? Failure(text: "empty") : nil)
  }

  func checkedCount(_ text: String) -> Promise<Int> {
    wrap { handler in checkedCount(text, completion: handler) }
  }

  func user(_ id: Int, completion: @escaping (String?, Error?) -> Void) {
    DispatchQueue.global().async {
      if id > 0 { completion("user \(id)", nil) } else { completion(nil, Failure(text: "no user \(id)")) }
    }
  }

  func user(_ id: Int) -> Promise<String> {
    wrap { handler in user(id, completion: handler) }
  }

  func swappedCount(_ text: String, completion: @escaping (Error?, Int) -> Void) {
    completion(text.isEmpty ? Failure(text: "empty") : nil, text.count)
  }

  func swappedCount(_ text: String) -> Promise<Int> {
    wrap { handler in swappedCount(text, completion: handler) }
  }

  func swappedUser(_ id: Int, completion: @escaping ((any Error)?, String?) -> Void) {
    if id > 0 { completion(nil, "user \(id)") } else { completion(Failure(text: "no user \(id)"), nil) }
  }

  func swappedUser(_ id: Int) -> Promise<String> {
    wrap { handler in swappedUser(id, completion: handler) }
  }

  func page(_ number: Int, completion: @escaping (String?, Int?, Error?) -> Void) {
    if number > 0 { completion("page", number, nil) } else { completion(nil, nil, Failure(text: "no page")) }
  }

  func page(_ number: Int) -> Promise<(String?, Int?)> {
    wrap { handler in page(number, completion: handler) }
  }

  func save(_ text: String, completion: @escaping (Error?) -> Void) {
    completion(text.isEmpty ? Failure(text: "nothing to save") : nil)
  }

  func save(_ text: String) -> Promise<Void> {
    wrap { handler in save(text, completion: handler) }
  }

  func load(_ id: Int, completion: @escaping (Result<String, Error>) -> Void) {
    completion(id > 0 ? .success("loaded \(id)") : .failure(Failure(text: "not loaded")))
  }

  func load(_ id: Int) -> Promise<String> {
    wrap { handler in load(id, completion: handler) }
  }

  func parse(_ text: String, completion: @escaping (Result<Int, Failure>) -> Void) {
    completion(Int(text).map { .success($0) } ?? .failure(Failure(text: "no number")))
  }

  func parse(_ text: String) -> Promise<Int> {
    wrap { handler in parse(text, completion: handler) }
  }

  func delete(_ id: Int, completion: @escaping (Result<Void, Error>) -> Void) {
    completion(id > 0 ? .success(()) : .failure(Failure(text: "nothing to delete")))
  }

  func delete(_ id: Int) -> Promise<Void> {
    wrap { handler in delete(id, completion: handler) }
  }

  func split(_ text: String, completion: @escaping (String, Int) -> Void) {
    completion(String(text.prefix(1)), text.count)
  }

  func split(_ text: String) -> Promise<(String, Int)> {
    Promise { resolver in split(text) { @Sendable in resolver.fulfill(($0, $1)) } }
  }

  func measure(_ text: String, completion: @escaping (Int, Bool, Error?) -> Void) {
    completion(text.count, text.isEmpty, text == "?" ? Failure(text: "not measurable") : nil)
  }

  func measure(_ text: String) -> Promise<(Int, Bool)> {
    Promise { resolver in measure(text) { @Sendable in resolver.resolve(($0, $1), $2) } }
  }

  func typed(_ id: Int, completion: @escaping (String?, Fault?) -> Void) {
    if id > 0 { completion("typed \(id)", nil) } else { completion(nil, Fault()) }
  }

  func typed(_ id: Int) -> Promise<String> {
    wrap { handler in typed(id, completion: handler) }
  }

  func aliased(_ id: Int, completion: @escaping (Outcome) -> Void) {
    completion(.success(id))
  }

  func aliased(_ id: Int) -> Promise<Int> {
    wrap { handler in aliased(id, completion: handler) }
  }

  func classic(_ id: Int, completion: @escaping (String?, ServiceError?) -> Void) {
    if id > 0 { completion("classic \(id)", nil) } else { completion(nil, ServiceError()) }
  }

  func classic(_ id: Int) -> Promise<String> {
    wrap { handler in classic(id, completion: handler) }
  }
}

struct ServiceError: Error {}

struct Fault: Error {}

typealias Outcome = Result<Int, Fault>
