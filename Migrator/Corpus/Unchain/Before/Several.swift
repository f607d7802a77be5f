import PromiseConcurrency

/// Several promises, and chains in chains.
final class Several: Source, @unchecked Sendable {
  func user(_ id: Int) -> Promise<User> {
    load(id).get { self.log.add("user \($0.id)") }
  }

  func title(_ id: Int) -> Promise<String> {
    load(id).map { "title \($0.id)" }
  }

  func both(_ id: Int) -> Promise<String> {
    when(fulfilled: user(id), title(id)).map { user, title in "\(user.name), \(title)" }
  }

  func pair(_ id: Int) -> Promise<(User, String)> {
    when(fulfilled: user(id), title(id))
  }

  func leaves(_ id: Int) -> Promise<String> {
    when(fulfilled: load(id), load(id + 1)).map { "\($0.name) and \($1.name)" }
  }

  func array(_ ids: [Int]) -> Promise<[String]> {
    when(fulfilled: ids.map { load($0) }).map { users in users.map(\.name) }
  }

  func resolved(_ ids: [Int]) -> Promise<Int> {
    when(resolved: ids.map { load($0) }).map { results in
      results.filter { if case .success = $0 { true } else { false } }.count
    }.then { self.count(String(repeating: "x", count: $0)) }
  }

  func nested(_ id: Int) -> Promise<String> {
    load(id).then { user in
      self.text(user).then { text in
        self.count(text).map { count in "\(user.name): \(text) (\(count))" }
      }
    }
  }

  func carried(_ id: Int) -> Promise<String> {
    load(id).then { user in self.text(user).map { (user, $0) } }.map { user, text in "\(user.id) \(text)" }
  }

  func branches(_ id: Int) -> Promise<String> {
    load(id).then { user -> Promise<String> in
      switch user.id {
      case 1: return .value("one")
      case 2:
        // Two needs its text.
        return self.text(user)
      default: return Promise(error: ShopError.invalid("\(user.id)"))
      }
    }
  }

  func ternary(_ id: Int, short: Bool) -> Promise<String> {
    load(id).then { short ? Promise.value($0.name) : self.text($0) }
  }

  func recursive(_ id: Int) -> Promise<Int> {
    load(id).then { user -> Promise<Int> in
      if user.id >= 4 { return .value(user.id) }
      return self.recursive(user.id + 1).map { $0 + 10 }
    }
  }

  func friends(_ id: Int) -> Promise<[User]> {
    load(id).then { user in when(fulfilled: user.friends.map { self.load($0) }) }
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
