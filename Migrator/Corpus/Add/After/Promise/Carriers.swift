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

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  public mutating func append(_ element: Element) -> Promise<Int> {
    wrap { handler in append(element, completion: handler) }
  }

  /// Returns the first element.
  /// - Parameter callback: Called with the element, or an error.
  public func first(callback: @escaping (Element?, Error?) -> Void) {
    callback(elements.first, elements.isEmpty ? Failure(text: "empty") : nil)
  }

  /// Returns the first element.
  public func first() -> Promise<Element> where Element: Sendable {
    wrap { handler in first(callback: handler) }
  }

  func converted<T>(_ convert: @escaping (Element) -> T, completion: @escaping ([T]?, Error?) -> Void) {
    completion(elements.map(convert), nil)
  }

  func converted<T: Sendable>(_ convert: @escaping (Element) -> T) -> Promise<[T]> {
    wrap { handler in converted(convert, completion: handler) }
  }

  func contains<S: Sequence>(all other: S, completion: @escaping (Bool) -> Void)
  where Element: Hashable, S.Element == Element {
    completion(Set(elements).isSuperset(of: other))
  }

  func contains<S: Sequence>(all other: S) -> Promise<Bool> where Element: Hashable, S.Element == Element {
    wrap { handler in contains(all: other, completion: handler) }
  }
}

typealias Completion<Value> = (Result<Value, Error>) -> Void

class Catalog {
  typealias NameHandler = (String?, Error?) -> Void

  static func version(completion: @escaping (Int) -> Void) { completion(7) }

  static func version() -> Promise<Int> {
    wrap { handler in version(completion: handler) }
  }

  class func title(for id: Int, completion: @escaping (String) -> Void) {
    completion("title \(id)")
  }

  class func title(for id: Int) -> Promise<String> {
    wrap { handler in title(for: id, completion: handler) }
  }

  /* The name of an entry. */
  func name(_ id: Int, completion: @escaping NameHandler) {
    completion("name \(id)", nil)
  }  // by its number

  func name(_ id: Int) -> Promise<String> {
    wrap { handler in name(id, completion: handler) }
  }

  func size(_ id: Int, completionHandler: @escaping Completion<Int>) {
    completionHandler(.success(id * 10))
  }

  func size(_ id: Int) -> Promise<Int> {
    wrap { handler in size(id, completionHandler: handler) }
  }

  // The handler is optional: the twin must not take its calls.
  func note(_ line: String, completion: ((Error?) -> Void)? = nil) {
    completion?(line.isEmpty ? Failure(text: "empty") : nil)
  }

  @_disfavoredOverload
  func note(_ line: String) -> Promise<Void> {
    wrap { handler in note(line, completion: handler) }
  }

  func log(_ line: String, level: Int = 1, completion: @escaping () -> Void = {}) {
    completion()
  }

  @_disfavoredOverload
  func log(_ line: String, level: Int = 1) -> Promise<Void> {
    wrap { handler in log(line, level: level, completion: handler) }
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

  /**
   Reads a range.

   - Parameter range: What to read.
   - Throws: An error if the range is empty.
   */
  func read(_ range: Range<Int>, upTo limit: Int = .max) -> Promise<String> {
    wrap { handler in try read(range, upTo: limit, completion: handler) }
  }

  func search(
    _ text: String, progress: @escaping (Double) -> Void, completion: @escaping (Int?, Error?) -> Void
  ) {
    progress(0.5)
    completion(text.count, nil)
  }

  func search(
    _ text: String,
    progress: @escaping (Double) -> Void
  ) -> Promise<Int> {
    wrap { handler in search(text, progress: progress, completion: handler) }
  }

  func sum(_ numbers: [Int], where isWanted: (Int) throws -> Bool, completion: @escaping (Int) -> Void) rethrows {
    completion(try numbers.filter(isWanted).reduce(0, +))
  }

  func sum(_ numbers: [Int], where isWanted: (Int) throws -> Bool) -> Promise<Int> {
    wrap { handler in try sum(numbers, where: isWanted, completion: handler) }
  }

  func check(_ condition: @autoclosure () -> Bool, into count: inout Int, completion: @escaping (Bool) -> Void) {
    count += 1
    completion(condition())
  }

  func check(_ condition: @autoclosure () -> Bool, into count: inout Int) -> Promise<Bool> {
    wrap { handler in check(condition(), into: &count, completion: handler) }
  }

  @available(macOS 10.15, *) @discardableResult
  func enqueue(_ work: some Sequence<Int>, for user: String, completion: @escaping (Int) -> Void) -> Bool {
    completion(work.reduce(0, +))
    return true
  }

  @available(macOS 10.15, *)
  func enqueue(_ work: some Sequence<Int>, for user: String) -> Promise<Int> {
    wrap { handler in _ = enqueue(work, for: user, completion: handler) }
  }

  func page(page: Int, in handler: String, completion: @escaping (Int?, Error?) -> Void) {
    completion(page + handler.count, nil)
  }

  func page(page: Int, in handler: String) -> Promise<Int> {
    wrap { completion in self.page(page: page, in: handler, completion: completion) }
  }

  func lookUp(in: Int, default: Int, completion: @escaping (Int) -> Void) {
    completion(`in` + `default`)
  }

  func lookUp(in: Int, default: Int) -> Promise<Int> {
    wrap { handler in lookUp(in: `in`, default: `default`, completion: handler) }
  }

  #if DEBUG
    func trace(_ id: Int, completion: @escaping (String) -> Void) { completion("trace \(id)") }

    func trace(_ id: Int) -> Promise<String> {
      wrap { handler in trace(id, completion: handler) }
    }
  #else
    func trace(_ id: Int, completion: @escaping (String) -> Void) { completion("trace \(id)") }

    func trace(_ id: Int) -> Promise<String> {
      wrap { handler in trace(id, completion: handler) }
    }
  #endif
}

@MainActor final class Screen {
  var title = "screen"

  func show(_ text: String, completion: @escaping @MainActor (String) -> Void) {
    title = text
    completion(title)
  }

  func show(_ text: String) -> Promise<String> {
    wrap { handler in show(text, completion: handler) }
  }

  nonisolated func measure(_ text: String, completion: @escaping @Sendable (Int) -> Void) {
    completion(text.count)
  }

  nonisolated func measure(_ text: String) -> Promise<Int> {
    wrap { handler in measure(text, completion: handler) }
  }
}

protocol Loader {
  /// Loads a number.
  func load(_ id: Int, completion: @escaping (Int?, Error?) -> Void)
  static func kind(completion: @escaping (String) -> Void)
}

extension Loader {
  /// Loads a number.
  func load(_ id: Int) -> Promise<Int> {
    wrap { handler in load(id, completion: handler) }
  }

  static func kind() -> Promise<String> {
    wrap { handler in kind(completion: handler) }
  }
}

struct NumberLoader: Loader {
  func load(_ id: Int, completion: @escaping (Int?, Error?) -> Void) { completion(id, nil) }
  static func kind(completion: @escaping (String) -> Void) { completion("numbers") }
}

struct Tiny { func f(completion: @escaping (Int) -> Void) { completion(1) }

  func f() -> Promise<Int> {
    wrap { handler in f(completion: handler) }
  }
}

func globalCount(_ text: String, completion: @escaping (Int) -> Void) { completion(text.count) }

func globalCount(_ text: String) -> Promise<Int> {
  wrap { handler in globalCount(text, completion: handler) }
}
