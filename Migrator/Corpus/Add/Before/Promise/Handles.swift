import PromiseCore

/// Something that can be canceled.
final class Query: Sendable {
  func cancel() {}
}

/// A ticket, which says nothing of cancellation.
struct Ticket: Sendable {
  let number: Int
}

class Searcher {
  /// Searches for a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - completion: Called with the number of matches.
  /// - Returns: The query, by which the search is canceled.
  func search(_ text: String, completion: @escaping (Int?, Error?) -> Void) -> Query {
    completion(text.count, nil)
    return Query()
  }

  func filter(_ text: String, completion: @escaping (Result<[Int], Error>) -> Void, options: Int = 0) throws -> Query? {
    if text.isEmpty { throw Failure(text: "no filter") }
    completion(.success([text.count, options]))
    return nil
  }

  @discardableResult
  func pages(task: Int, completion: @escaping (Int?, String?, Error?) -> Void) -> Query {
    completion(task, "page", nil)
    return Query()
  }
}
