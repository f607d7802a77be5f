import PromiseConcurrency

/// Names that collide when steps become statements of one scope.
final class NamesInChains: Source, @unchecked Sendable {
  func same(_ id: Int) -> Promise<String> {
    load(id).then { value in self.text(value) }.then { value in self.count(value) }.map { value in "\(value)" }
  }

  func parameter(user: User) -> Promise<String> {
    load(user.id).then { user in self.text(user) }.map { text in "\(text) of \(user.id)" }
  }

  func local(_ id: Int) -> Promise<String> {
    let prefix = "local"
    let user = User(id: id, name: "outer")
    return load(id).then { user in self.text(user) }.map { text in "\(prefix) \(text) \(user.name)" }
  }

  func shadowed(_ id: Int) -> Promise<String> {
    load(id).map { user -> String in
      var copy = user
      copy.name += "!"
      return copy.name
    }.map { copy in copy + "?" }
  }

  func optional(_ id: Int) -> Promise<Int> {
    load(id).map { user in user.friends.first }.map { user in
      if let user { return user }
      return 0
    }
  }

  func closures(_ id: Int) -> Promise<[String]> {
    load(id).map { $0.friends.map { "\($0)" } }.map { $0.map { friend in friend + "." } }
  }

  func tuple(_ id: Int) -> Promise<String> {
    load(id).map { ($0.id, $0.name) }.map { "\($0.0) \($0.1)" }
  }

  func tuples(_ id: Int) -> Promise<String> {
    load(id).map { user in (user.id, user.name) }.get { self.log.add("\($0) \($1)") }.map { id, name in "\(name) \(id)" }
  }

  func ignored(_ id: Int) -> Promise<String> {
    load(id).map { ($0.id, $0.name) }.map { _, name in name }
  }

  func keyword(_ id: Int) -> Promise<Int> {
    load(id).then { self.default($0) }.map { $0 + 1 }
  }

  private func `default`(_ user: User) -> Promise<Int> { .value(user.id) }

  func interpolated(_ id: Int) -> Promise<String> {
    load(id).map { "name: \($0.name), friends: \($0.friends.map { "\($0)" }.joined(separator: " "))" }
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
