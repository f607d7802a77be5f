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

  /// Searches for a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  func search(_ text: String) -> Promise<Int> {
    Promise { resolver in
      let task = search(text) { @Sendable in resolver.resolve($0, $1) }
      resolver.onCancel { task.cancel() }
    }
  }

  func filter(_ text: String, completion: @escaping (Result<[Int], Error>) -> Void, options: Int = 0) throws -> Query? {
    if text.isEmpty { throw Failure(text: "no filter") }
    completion(.success([text.count, options]))
    return nil
  }

  func filter(_ text: String, options: Int = 0) -> Promise<[Int]> {
    Promise { resolver in
      let task = try filter(text, completion: { @Sendable in resolver.resolve($0) }, options: options)
      resolver.onCancel { task?.cancel() }
    }
  }

  @discardableResult
  func pages(task: Int, completion: @escaping (Int?, String?, Error?) -> Void) -> Query {
    completion(task, "page", nil)
    return Query()
  }

  func pages(task: Int) -> Promise<(Int?, String?)> {
    Promise { resolver in
      let work = pages(task: task) { @Sendable in resolver.resolve(($0, $1), $2) }
      resolver.onCancel { work.cancel() }
    }
  }
}
