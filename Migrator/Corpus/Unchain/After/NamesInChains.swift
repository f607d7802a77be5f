import PromiseConcurrency

/// Names that collide when steps become statements of one scope.
final class NamesInChains: Source, @unchecked Sendable {
  @MainActor func same(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    let value2 = try await self.text(value).get()
    let value3 = try await self.count(value2).get()
    return "\(value3)"
  }

  func same(_ id: Int) -> Promise<String> {
    Promise { try await self.same(id) }
  }

  @MainActor func parameter(user: User) async throws -> String {
    let user2 = try await load(user.id).get()
    let text = try await self.text(user2).get()
    return "\(text) of \(user.id)"
  }

  func parameter(user: User) -> Promise<String> {
    Promise { try await self.parameter(user: user) }
  }

  @MainActor func local(_ id: Int) async throws -> String {
    let prefix = "local"
    let user = User(id: id, name: "outer")
    let user2 = try await load(id).get()
    let text = try await self.text(user2).get()
    return "\(prefix) \(text) \(user.name)"
  }

  func local(_ id: Int) -> Promise<String> {
    Promise { try await self.local(id) }
  }

  @MainActor func shadowed(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    var copy = user
    copy.name += "!"
    let copy2: String = copy.name
    return copy2 + "?"
  }

  func shadowed(_ id: Int) -> Promise<String> {
    Promise { try await self.shadowed(id) }
  }

  func optional(_ id: Int) -> Promise<Int> {
    load(id).map { user in user.friends.first }.map { user in
      if let user { return user }
      return 0
    }
  }

  @MainActor func closures(_ id: Int) async throws -> [String] {
    let value = try await load(id).get()
    let value2 = value.friends.map { "\($0)" }
    return value2.map { friend in friend + "." }
  }

  func closures(_ id: Int) -> Promise<[String]> {
    Promise { try await self.closures(id) }
  }

  @MainActor func tuple(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    let value2 = (value.id, value.name)
    return "\(value2.0) \(value2.1)"
  }

  func tuple(_ id: Int) -> Promise<String> {
    Promise { try await self.tuple(id) }
  }

  @MainActor func tuples(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let (value, value2) = (user.id, user.name)
    self.log.add("\(value) \(value2)")
    let (id, name) = (value, value2)
    return "\(name) \(id)"
  }

  func tuples(_ id: Int) -> Promise<String> {
    Promise { try await self.tuples(id) }
  }

  @MainActor func ignored(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    let (_, name) = (value.id, value.name)
    return name
  }

  func ignored(_ id: Int) -> Promise<String> {
    Promise { try await self.ignored(id) }
  }

  @MainActor func keyword(_ id: Int) async throws -> Int {
    let value = try await load(id).get()
    let defaultValue = try await self.default(value).get()
    return defaultValue + 1
  }

  func keyword(_ id: Int) -> Promise<Int> {
    Promise { try await self.keyword(id) }
  }

  private func `default`(_ user: User) -> Promise<Int> { .value(user.id) }

  @MainActor func interpolated(_ id: Int) async throws -> String {
    let value = try await load(id).get()
    return "name: \(value.name), friends: \(value.friends.map { "\($0)" }.joined(separator: " "))"
  }

  func interpolated(_ id: Int) -> Promise<String> {
    Promise { try await self.interpolated(id) }
  }
}

let namePrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "names",
    {
      let names = NamesInChains()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("same", names.same(id)))
        lines.append(await outcome("parameter", names.parameter(user: User(id: id, name: "given"))))
        lines.append(await outcome("local", names.local(id)))
        lines.append(await outcome("shadowed", names.shadowed(id)))
        lines.append(await outcome("optional", names.optional(id)))
        lines.append(await outcome("closures", names.closures(id)))
        lines.append(await outcome("tuple", names.tuple(id)))
        lines.append(await outcome("tuples", names.tuples(id)))
        lines.append(await outcome("ignored", names.ignored(id)))
        lines.append(await outcome("keyword", names.keyword(id)))
        lines.append(await outcome("interpolated", names.interpolated(id)))
      }
      return lines + names.log.lines
    }
  )
]
