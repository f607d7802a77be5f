import Dispatch
import PromiseCore

// What a declaration may carry besides its parameters.

/// A store of values.
public struct Store<Element> {
  private var elements: [Element] = []

  public init() {}

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - completion: Called with the number of elements,
  ///     after the element was added.
  public mutating func append(_ element: Element, completion: @escaping (Int) -> Void) {
    elements.append(element)
    completion(elements.count)
  }

  /// Returns the first element.
  /// - Parameter callback: Called with the element, or an error.
  public func first(callback: @escaping (Element?, Error?) -> Void) {
    callback(elements.first, elements.isEmpty ? Failure(text: "empty") : nil)
  }

  func converted<T>(_ convert: @escaping (Element) -> T, completion: @escaping ([T]?, Error?) -> Void) {
    completion(elements.map(convert), nil)
  }

  func contains<S: Sequence>(all other: S, completion: @escaping (Bool) -> Void)
  where Element: Hashable, S.Element == Element {
    completion(Set(elements).isSuperset(of: other))
  }
}

typealias Completion<Value> = (Result<Value, Error>) -> Void

class Catalog {
  typealias NameHandler = (String?, Error?) -> Void

  static func version(completion: @escaping (Int) -> Void) { completion(7) }

  class func title(for id: Int, completion: @escaping (String) -> Void) {
    completion("title \(id)")
  }

  /* The name of an entry. */
  func name(_ id: Int, completion: @escaping NameHandler) {
    completion("name \(id)", nil)
  }  // by its number

  func size(_ id: Int, completionHandler: @escaping Completion<Int>) {
    completionHandler(.success(id * 10))
  }

  // The handler is optional: the twin must not take its calls.
  func note(_ line: String, completion: ((Error?) -> Void)? = nil) {
    completion?(line.isEmpty ? Failure(text: "empty") : nil)
  }

  func log(_ line: String, level: Int = 1, completion: @escaping () -> Void = {}) {
    completion()
  }

  /**
   Reads a range.

   - Parameter range: What to read.
   - Parameter completion: Called with the text.
   - Throws: An error if the range is empty.
   */
  func read(
    _ range: Range<Int>,
    upTo limit: Int = .max,
    completion: @escaping (String?, Error?) -> Void
  ) throws {
    guard !range.isEmpty else { throw Failure(text: "empty range") }
    completion("\(range)", nil)
  }

  func search(
    _ text: String, progress: @escaping (Double) -> Void, completion: @escaping (Int?, Error?) -> Void
  ) {
    progress(0.5)
    completion(text.count, nil)
  }

  func sum(_ numbers: [Int], where isWanted: (Int) throws -> Bool, completion: @escaping (Int) -> Void) rethrows {
    completion(try numbers.filter(isWanted).reduce(0, +))
  }

  func check(_ condition: @autoclosure () -> Bool, into count: inout Int, completion: @escaping (Bool) -> Void) {
    count += 1
    completion(condition())
  }

  @available(macOS 10.15, *) @discardableResult
  func enqueue(_ work: some Sequence<Int>, for user: String, completion: @escaping (Int) -> Void) -> Bool {
    completion(work.reduce(0, +))
    return true
  }

  func page(page: Int, in handler: String, completion: @escaping (Int?, Error?) -> Void) {
    completion(page + handler.count, nil)
  }

  func lookUp(in: Int, default: Int, completion: @escaping (Int) -> Void) {
    completion(`in` + `default`)
  }

  #if DEBUG
    func trace(_ id: Int, completion: @escaping (String) -> Void) { completion("trace \(id)") }
  #else
    func trace(_ id: Int, completion: @escaping (String) -> Void) { completion("trace \(id)") }
  #endif
}

@MainActor final class Screen {
  var title = "screen"

  func show(_ text: String, completion: @escaping @MainActor (String) -> Void) {
    title = text
    completion(title)
  }

  nonisolated func measure(_ text: String, completion: @escaping @Sendable (Int) -> Void) {
    completion(text.count)
  }
}

protocol Loader {
  /// Loads a number.
  func load(_ id: Int, completion: @escaping (Int?, Error?) -> Void)
  static func kind(completion: @escaping (String) -> Void)
}

struct NumberLoader: Loader {
  func load(_ id: Int, completion: @escaping (Int?, Error?) -> Void) { completion(id, nil) }
  static func kind(completion: @escaping (String) -> Void) { completion("numbers") }
}

struct Tiny { func f(completion: @escaping (Int) -> Void) { completion(1) } }

func globalCount(_ text: String, completion: @escaping (Int) -> Void) { completion(text.count) }
