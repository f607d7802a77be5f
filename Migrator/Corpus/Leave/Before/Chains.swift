import PromiseConcurrency

// Chains, whose promise forms go, because nothing calls them any more.
final class Users: Sendable {
  private let sdk: SDK

  init(sdk: SDK) { self.sdk = sdk }

  /// The name of a user.
  func name(_ id: Int) -> Promise<String> {
    wrap { handler in self.sdk.load(id, completion: handler) }
      .map(on: nil) { "<\($0)>" }
  }

  /// The names of two users.
  func names(_ one: Int, _ other: Int) -> Promise<String> {
    name(one)
      .then(on: nil) { first in self.name(other).map(on: nil) { "\(first) \($0)" } }
      .recover(on: nil) { error -> Promise<String> in
        guard case SDKError.missing = error else { throw error }
        return .value("unknown")
      }
  }

  /// The names of several users.
  func all(_ ids: [Int]) async throws -> [String] {
    try await when(fulfilled: ids.map { self.name($0) }).get()
  }

  /// The name of a user, if there is time for it.
  func nameInTime(_ id: Int) async throws -> String {
    do {
      return try await name(id).get(timeout: .seconds(60))
    } catch PromiseError.timedOut {
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
        lines.append(await outcome("names") { try await users.names(one, other).get() })
      }
      lines.append(await outcome("all") { try await users.all([1, 2, 3]) })
      lines.append(await outcome("in time") { try await users.nameInTime(1) })
      return lines
    }
  )
]
