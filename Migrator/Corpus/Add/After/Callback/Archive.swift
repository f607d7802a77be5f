import PromiseConcurrency

public struct Archive: Sendable {
  /// Unpacks a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Returns: The number of entries.
  /// - Throws: An error if the name is empty.
  public func unpack(_ name: String) async throws -> Int {
    if name.isEmpty { throw Failure(text: "no name") }
    return name.count
  }

  /// Unpacks a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Parameter completion: Called with the result.
  public func unpack(_ name: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    Promise { try await unpack(name) }.complete(completion)
  }

  func size() async -> Int { 42 }

  func size(completion: @escaping @Sendable (Int) -> Void) {
    Guarantee { await size() }.done(completion)
  }

  func flush() async {}

  func flush(completion: @escaping @Sendable () -> Void) {
    Guarantee { await flush() }.done(completion)
  }

  func verify() async throws {}

  func verify(completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    Promise { try await verify() }.complete(completion)
  }

  func entry<T: Sendable>(_ value: T) async throws -> T { value }

  func entry<T: Sendable>(_ value: T, completion: @escaping @Sendable (Result<T, any Error>) -> Void) {
    Promise { try await entry(value) }.complete(completion)
  }

  /// Two styles exist: the third calls the promise.
  func title() -> Promise<String> { .value("title") }

  /// Two styles exist: the third calls the promise.
  ///
  /// - Parameter completion: Called with the result.
  func title(completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    title().complete(completion)
  }

  func title() async throws -> String { try await title().get() }
}

actor Vault {
  private var secrets = ["one"]

  func secret(_ index: Int) async throws -> String { secrets[index] }

  nonisolated func secret(_ index: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    Promise { try await secret(index) }.complete(completion)
  }
}

@MainActor struct Canvas {
  func draw(_ line: String) async throws -> Int { line.count }

  func draw(_ line: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    Promise { try await draw(line) }.complete(completion)
  }
}
