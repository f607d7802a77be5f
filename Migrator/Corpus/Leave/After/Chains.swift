// Chains, whose promise forms go, because nothing calls them any more.
final class Users: Sendable {
  private let sdk: SDK

  init(sdk: SDK) { self.sdk = sdk }

  /// The name of a user.
  func name(_ id: Int) async throws -> String {
    let value = try await wrap { handler in self.sdk.load(id, completion: handler) }
    return "<\(value)>"
  }

  /// The names of two users.
  func names(_ one: Int, _ other: Int) async throws -> String {
    do {
      let first = try await name(one)
      let name = try await self.name(other)
      return "\(first) \(name)"
    } catch let error where !(error is CancellationError) && !Task.isCancelled {
      guard case SDKError.missing = error else { throw error }
      return "unknown"
    }
  }

  /// The names of several users.
  func all(_ ids: [Int]) async throws -> [String] {
    try await ids.concurrentMap(maxConcurrent: .max) { try await self.name($0) }
  }

  /// The name of a user, if there is time for it.
  func nameInTime(_ id: Int) async throws -> String {
    do {
      return try await withTimeout(.seconds(60)) { [self] in try await name(id) }
    } catch is TimedOut {
      throw SDKError.late
    }
  }
}

let chainPrograms: [Program] = [
  (
    "chains become statements",
    {
      let sdk = SDK()
      let users = Users(sdk: sdk)
      var lines: [String] = []
      for (one, other) in [(1, 2), (1, 0), (0, 1)] {
        lines.append(await outcome("names") { try await users.names(one, other) })
      }
      lines.append(await outcome("all") { try await users.all([1, 2, 3]) })
      lines.append(await outcome("in time") { try await users.nameInTime(1) })
      return lines
    }
  )
]
