import PromiseConcurrency

/// One step after the other.
final class Steps: Source, @unchecked Sendable {
  @MainActor func name(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    return value.name
  }

  func name(_ id: Int) -> Promise<String> {
    Promise { try await self.name(id) }
  }

  @MainActor func nameByKeyPath(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    return value.name
  }

  func nameByKeyPath(_ id: Int) -> Promise<String> {
    Promise { try await self.nameByKeyPath(id) }
  }

  @MainActor func first(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let text = try await self.text(user).get()
    return text.uppercased()
  }

  func first(_ id: Int) -> Promise<String> {
    Promise { try await self.first(id) }
  }

  @MainActor func firstlyWithStatements(_ id: Int) async throws -> Int {
    log.add("begin")
    let user: User = try await load(id).get()
    let factor = 2
    return user.id * factor
  }

  func firstlyWithStatements(_ id: Int) -> Promise<Int> {
    Promise { try await self.firstlyWithStatements(id) }
  }

  @MainActor func parsed(_ id: Int) async throws -> Detail {
    let value = try await load(id).get()
    let text = try await self.text(value).get()
    return try self.parse(text)
  }

  func parsed(_ id: Int) -> Promise<Detail> {
    Promise { try await self.parsed(id) }
  }

  @MainActor func rejected(_ id: Int) async throws -> Detail {
    try await load(id).get()
    let value = ""
    return try self.parse(value)
  }

  func rejected(_ id: Int) -> Promise<Detail> {
    Promise { try await self.rejected(id) }
  }

  @MainActor func cached(_ id: Int) async throws -> User {
    let value = try await load(id).get()
    self.log.add("cache \(value.id)")
    return value
  }

  func cached(_ id: Int) -> Promise<User> {
    Promise { try await self.cached(id) }
  }

  @MainActor func cachedThenNamed(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    self.log.add("cache \(user.id)")
    return user.name
  }

  func cachedThenNamed(_ id: Int) -> Promise<String> {
    Promise { try await self.cachedThenNamed(id) }
  }

  @MainActor func stored(_ id: Int) async throws {
    let value = try await load(id).get()
    try await self.store(value).get()
  }

  func stored(_ id: Int) -> Promise<Void> {
    Promise { try await self.stored(id) }
  }

  @MainActor func shown(_ id: Int) async throws {
    let user = try await load(id).get()
    guard user.id > 1 else {
      self.log.add("not shown")
      return
    }
    self.log.add("shown \(user.id)")
  }

  func shown(_ id: Int) -> Promise<Void> {
    Promise { try await self.shown(id) }
  }

  @MainActor func shownAndStored(_ id: Int) async throws {
    let value = try await load(id).get()
    self.log.add("shown \(value.id)")
    await self.pause().get()
    try await self.load(id + 1).get()
  }

  func shownAndStored(_ id: Int) -> Promise<Void> {
    Promise { try await self.shownAndStored(id) }
  }

  @MainActor func ignoring(_ id: Int) async throws -> Int {
    try await load(id).get()
    try await self.load(id + 1).get()
    return 7
  }

  func ignoring(_ id: Int) -> Promise<Int> {
    Promise { try await self.ignoring(id) }
  }

  @MainActor func number(_ text: String) async throws -> Int {
    let value = text
    guard let int = Int(value) as Int? else { throw PromiseError.compactMap(value, Int.self) }
    return int
  }

  func number(_ text: String) -> Promise<Int> {
    Promise { try await self.number(text) }
  }

  @MainActor func firstFriend(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    guard let friend = user.friends.first as Int? else { throw PromiseError.compactMap(user, Int.self) }
    return "friend \(friend)"
  }

  func firstFriend(_ id: Int) -> Promise<String> {
    Promise { try await self.firstFriend(id) }
  }

  @MainActor func converted(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    guard let value2 = value.name as Any as? String else { throw PromiseError.compactMap(value, String.self) }
    self.log.add(value2)
    return value2
  }

  func converted(_ id: Int) -> Promise<String> {
    Promise { try await self.converted(id) }
  }

  @MainActor func typed(_ id: Int) async throws -> String {
    let user: User = try await load(id).get()
    let copy = user
    return try await self.text(copy).get()
  }

  func typed(_ id: Int) -> Promise<String> {
    Promise { try await self.typed(id) }
  }

  @MainActor func labeled(_ id: Int) async throws {
    let value = try await load(id).get()
    let name = value.name
    log.add(name)
  }

  func labeled(_ id: Int) -> Promise<Void> {
    Promise { try await self.labeled(id) }
  }

  @MainActor func waiting(_ id: Int) async throws -> String {
    await after(seconds: 0.001).get()
    let value = try await self.load(id).get()
    return value.name
  }

  func waiting(_ id: Int) -> Promise<String> {
    Promise { try await self.waiting(id) }
  }

  @MainActor func resolved(_ id: Int) async throws -> String {
    let value: Int = id
    return "resolved \(value)"
  }

  func resolved(_ id: Int) -> Promise<String> {
    Promise { try await self.resolved(id) }
  }

  @MainActor func identity(_ id: Int) async throws -> User {
    let value = try await load(id).get()
    return value
  }

  func identity(_ id: Int) -> Promise<User> {
    Promise { try await self.identity(id) }
  }
}

let stepPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "steps",
    {
      let steps = Steps()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("name", steps.name(id)))
        lines.append(await outcome("nameByKeyPath", steps.nameByKeyPath(id)))
        lines.append(await outcome("first", steps.first(id)))
        lines.append(await outcome("firstlyWithStatements", steps.firstlyWithStatements(id)))
        lines.append(await outcome("parsed", steps.parsed(id)))
        lines.append(await outcome("rejected", steps.rejected(id)))
        lines.append(await outcome("cached", steps.cached(id)))
        lines.append(await outcome("cachedThenNamed", steps.cachedThenNamed(id)))
        lines.append(await outcome("stored", steps.stored(id)))
        lines.append(await outcome("shown", steps.shown(id)))
        lines.append(await outcome("shownAndStored", steps.shownAndStored(id)))
        lines.append(await outcome("ignoring", steps.ignoring(id)))
        lines.append(await outcome("firstFriend", steps.firstFriend(id)))
        lines.append(await outcome("converted", steps.converted(id)))
        lines.append(await outcome("typed", steps.typed(id)))
        lines.append(await outcome("labeled", steps.labeled(id)))
        lines.append(await outcome("waiting", steps.waiting(id)))
        lines.append(await outcome("resolved", steps.resolved(id)))
        lines.append(await outcome("identity", steps.identity(id)))
      }
      lines.append(await outcome("number", steps.number("12")))
      lines.append(await outcome("number", steps.number("x")))
      return lines + steps.log.lines
    }
  )
]
