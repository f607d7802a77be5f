import PromiseCore

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

  func size() async -> Int { 42 }

  func flush() async {}

  func verify() async throws {}

  func entry<T: Sendable>(_ value: T) async throws -> T { value }

  /// Two styles exist: the third calls the promise.
  func title() -> Promise<String> { .value("title") }
  func title() async throws -> String { try await title().get() }
}

actor Vault {
  private var secrets = ["one"]

  func secret(_ index: Int) async throws -> String { secrets[index] }
}

@MainActor struct Canvas {
  func draw(_ line: String) async throws -> Int { line.count }
}
