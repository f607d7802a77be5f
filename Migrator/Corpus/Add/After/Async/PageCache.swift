import PromiseConcurrency

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

  /// Returns a page.
  ///
  /// - Parameter number: The number of the page.
  /// - Returns: The text.
  func page(_ number: Int) async throws -> String {
    try await page(number).get()
  }

  func count() -> Guarantee<Int> { .value(pages.count) }

  func count() async -> Int {
    await count().get()
  }

  func clear() -> Promise<Void> { Promise() }

  func clear() async throws {
    try await clear().get()
  }

  func idle() -> Guarantee<Void> { Guarantee() }

  func idle() async {
    await idle().get()
  }

  @discardableResult
  mutating func store(_ page: String, as number: Int) -> Promise<Int> {
    pages[number] = page
    return .value(pages.count)
  }

  @discardableResult
  mutating func store(_ page: String, as number: Int) async throws -> Int {
    try await store(page, as: number).get()
  }

  func checked(_ number: Int) throws -> Promise<String> {
    if number < 0 { throw Failure(text: "negative") }
    return page(number)
  }

  func checked(_ number: Int) async throws -> String {
    try await checked(number).get()
  }

  func sum(_ body: (Int) throws -> Int) rethrows -> Guarantee<Int> {
    .value(try pages.keys.map(body).reduce(0, +))
  }

  func sum(_ body: (Int) throws -> Int) async throws -> Int {
    try await sum(body).get()
  }

  func result(_ number: Int) -> Promise<Result<String, Failure>> {
    .value(pages[number].map { .success($0) } ?? .failure(Failure(text: "no page")))
  }

  func result(_ number: Int) async throws -> Result<String, Failure> {
    try await result(number).get()
  }

  static func shared<T: Sendable>(_ value: T) -> Promise<T> { .value(value) }

  static func shared<T: Sendable>(_ value: T) async throws -> T {
    try await shared(value).get()
  }
}

// Two styles exist: the third calls the promise.
extension PageCache {
  func title(_ number: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    title(number).complete(completion)
  }

  func title(_ number: Int) -> Promise<String> { page(number).map { "title \($0)" } }

  func title(_ number: Int) async throws -> String {
    try await title(number).get()
  }
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

  func open() async throws -> Bool {
    try await open().get()
  }
}

class SpecialWindow: Window {
  override func open() -> Promise<Bool> { .value(false) }
}
