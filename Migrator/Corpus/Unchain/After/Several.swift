import PromiseConcurrency

/// Several promises, and chains in chains.
final class Several: Source, @unchecked Sendable {
  @MainActor func user(_ id: Int) async throws -> User {
    let value = try await load(id).get()
    self.log.add("user \(value.id)")
    return value
  }

  func user(_ id: Int) -> Promise<User> {
    Promise { try await self.user(id) }
  }

  @MainActor func title(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    return "title \(value.id)"
  }

  func title(_ id: Int) -> Promise<String> {
    Promise { try await self.title(id) }
  }

  @MainActor func both(_ id: Int) async throws -> String {
    async let pendingUser = user(id)
    async let pendingTitle = title(id)
    let (user, title) = try await (pendingUser, pendingTitle)
    return "\(user.name), \(title)"
  }

  func both(_ id: Int) -> Promise<String> {
    Promise { try await self.both(id) }
  }

  @MainActor func pair(_ id: Int) async throws -> (User, String) {
    async let pendingUser = user(id)
    async let pendingTitle = title(id)
    return try await (pendingUser, pendingTitle)
  }

  func pair(_ id: Int) -> Promise<(User, String)> {
    Promise { try await self.pair(id) }
  }

  @MainActor func leaves(_ id: Int) async throws -> String {
    let (value, value2) = try await when(fulfilled: load(id), load(id + 1)).get()
    return "\(value.name) and \(value2.name)"
  }

  func leaves(_ id: Int) -> Promise<String> {
    Promise { try await self.leaves(id) }
  }

  @MainActor func array(_ ids: [Int]) async throws -> [String] {
    let users: [User] = try await when(fulfilled: ids.map { load($0) }).get()
    return users.map(\.name)
  }

  func array(_ ids: [Int]) -> Promise<[String]> {
    Promise { try await self.array(ids) }
  }

  @MainActor func resolved(_ ids: [Int]) async throws -> Int {
    let results = await when(resolved: ids.map { load($0) }).get()
    let count = results.filter { if case .success = $0 { true } else { false } }.count
    return try await self.count(String(repeating: "x", count: count)).get()
  }

  func resolved(_ ids: [Int]) -> Promise<Int> {
    Promise { try await self.resolved(ids) }
  }

  @MainActor func nested(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let text = try await self.text(user).get()
    let count = try await self.count(text).get()
    return "\(user.name): \(text) (\(count))"
  }

  func nested(_ id: Int) -> Promise<String> {
    Promise { try await self.nested(id) }
  }

  @MainActor func carried(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let textValue = try await self.text(user).get()
    let (user2, text) = (user, textValue)
    return "\(user2.id) \(text)"
  }

  func carried(_ id: Int) -> Promise<String> {
    Promise { try await self.carried(id) }
  }

  @MainActor func branches(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    switch user.id {
    case 1: return "one"
    case 2:
      // Two needs its text.
      return try await self.text(user).get()
    default: throw ShopError.invalid("\(user.id)")
    }
  }

  func branches(_ id: Int) -> Promise<String> {
    Promise { try await self.branches(id) }
  }

  @MainActor func ternary(_ id: Int, short: Bool) async throws -> String {
    let value = try await load(id).get()
    if short {
      return value.name
    } else {
      return try await self.text(value).get()
    }
  }

  func ternary(_ id: Int, short: Bool) -> Promise<String> {
    Promise { try await self.ternary(id, short: short) }
  }

  @MainActor func recursive(_ id: Int) async throws -> Int {
    let user = try await load(id).get()
    if user.id >= 4 { return user.id }
    let recursive = try await self.recursive(user.id + 1)
    return recursive + 10
  }

  func recursive(_ id: Int) -> Promise<Int> {
    Promise { try await self.recursive(id) }
  }

  @MainActor func friends(_ id: Int) async throws -> [User] {
    let user = try await load(id).get()
    return try await when(fulfilled: user.friends.map { self.load($0) }).get()
  }

  func friends(_ id: Int) -> Promise<[User]> {
    Promise { try await self.friends(id) }
  }
}

let severalPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "several",
    {
      let several = Several()
      var lines: [String] = []
      for id in [1, 2, 3, 0] {
        lines.append(await outcome("both", several.both(id)))
        lines.append(await outcome("pair", several.pair(id)))
        lines.append(await outcome("leaves", several.leaves(id)))
        lines.append(await outcome("array", several.array([id, 4])))
        lines.append(await outcome("resolved", several.resolved([id, 4])))
        lines.append(await outcome("nested", several.nested(id)))
        lines.append(await outcome("carried", several.carried(id)))
        lines.append(await outcome("branches", several.branches(id)))
        lines.append(await outcome("ternary", several.ternary(id, short: true)))
        lines.append(await outcome("ternary", several.ternary(id, short: false)))
        lines.append(await outcome("recursive", several.recursive(id)))
        lines.append(await outcome("friends", several.friends(id)))
      }
      // The order of calls that run at the same time is not fixed.
      return lines + several.log.lines.sorted()
    }
  )
]
