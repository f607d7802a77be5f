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

  func count(_ text: String, completion: @escaping (Int) -> Void) {
    completion(text.count)
  }

  func find(_ text: String, in list: [String], completion: @escaping (Int?) -> Void) {
    completion(list.firstIndex(of: text))
  }

  func checkedCount(_ text: String, completion: @escaping (Int, Error?) -> Void) {
    completion(text.count, text.isEmpty ? Failure(text: "empty") : nil)
  }

  func user(_ id: Int, completion: @escaping (String?, Error?) -> Void) {
    DispatchQueue.global().async {
      if id > 0 { completion("user \(id)", nil) } else { completion(nil, Failure(text: "no user \(id)")) }
    }
  }

  func swappedCount(_ text: String, completion: @escaping (Error?, Int) -> Void) {
    completion(text.isEmpty ? Failure(text: "empty") : nil, text.count)
  }

  func swappedUser(_ id: Int, completion: @escaping ((any Error)?, String?) -> Void) {
    if id > 0 { completion(nil, "user \(id)") } else { completion(Failure(text: "no user \(id)"), nil) }
  }

  func page(_ number: Int, completion: @escaping (String?, Int?, Error?) -> Void) {
    if number > 0 { completion("page", number, nil) } else { completion(nil, nil, Failure(text: "no page")) }
  }

  func save(_ text: String, completion: @escaping (Error?) -> Void) {
    completion(text.isEmpty ? Failure(text: "nothing to save") : nil)
  }

  func load(_ id: Int, completion: @escaping (Result<String, Error>) -> Void) {
    completion(id > 0 ? .success("loaded \(id)") : .failure(Failure(text: "not loaded")))
  }

  func parse(_ text: String, completion: @escaping (Result<Int, Failure>) -> Void) {
    completion(Int(text).map { .success($0) } ?? .failure(Failure(text: "no number")))
  }

  func delete(_ id: Int, completion: @escaping (Result<Void, Error>) -> Void) {
    completion(id > 0 ? .success(()) : .failure(Failure(text: "nothing to delete")))
  }

  func split(_ text: String, completion: @escaping (String, Int) -> Void) {
    completion(String(text.prefix(1)), text.count)
  }

  func measure(_ text: String, completion: @escaping (Int, Bool, Error?) -> Void) {
    completion(text.count, text.isEmpty, text == "?" ? Failure(text: "not measurable") : nil)
  }

  func typed(_ id: Int, completion: @escaping (String?, Fault?) -> Void) {
    if id > 0 { completion("typed \(id)", nil) } else { completion(nil, Fault()) }
  }

  func aliased(_ id: Int, completion: @escaping (Outcome) -> Void) {
    completion(.success(id))
  }

  func classic(_ id: Int, completion: @escaping (String?, ServiceError?) -> Void) {
    if id > 0 { completion("classic \(id)", nil) } else { completion(nil, ServiceError()) }
  }
}

struct ServiceError: Error {}

struct Fault: Error {}

typealias Outcome = Result<Int, Fault>
