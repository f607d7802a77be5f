import PromiseCore

/// A cache of pages.
struct PageCache {
  var pages = [1: "one", 2: "two"]

  /// Returns a page.
  ///
  /// - Parameter number: The number of the page.
  /// - Returns: The text.
  func page(_ number: Int) -> Promise<String> {
    guard let page = pages[number] else { return Promise(error: Failure(text: "no page")) }
    return .value(page)
  }

  func count() -> Guarantee<Int> { .value(pages.count) }

  func clear() -> Promise<Void> { Promise() }

  func idle() -> Guarantee<Void> { Guarantee() }

  @discardableResult
  mutating func store(_ page: String, as number: Int) -> Promise<Int> {
    pages[number] = page
    return .value(pages.count)
  }

  func checked(_ number: Int) throws -> Promise<String> {
    if number < 0 { throw Failure(text: "negative") }
    return page(number)
  }

  func sum(_ body: (Int) throws -> Int) rethrows -> Guarantee<Int> {
    .value(try pages.keys.map(body).reduce(0, +))
  }

  func result(_ number: Int) -> Promise<Result<String, Failure>> {
    .value(pages[number].map { .success($0) } ?? .failure(Failure(text: "no page")))
  }

  static func shared<T: Sendable>(_ value: T) -> Promise<T> { .value(value) }
}

// Two styles exist: the third calls the promise.
extension PageCache {
  func title(_ number: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    title(number).complete(completion)
  }

  func title(_ number: Int) -> Promise<String> { page(number).map { "title \($0)" } }
}

// All styles exist.
extension PageCache {
  func author(_ number: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    author(number).complete(completion)
  }

  func author(_ number: Int) -> Promise<String> { .value("author") }

  func author(_ number: Int) async throws -> String { try await author(number).get() }
}

@MainActor class Window {
  var isOpen = false

  func open() -> Promise<Bool> {
    isOpen = true
    return .value(isOpen)
  }
}

class SpecialWindow: Window {
  override func open() -> Promise<Bool> { .value(false) }
}
