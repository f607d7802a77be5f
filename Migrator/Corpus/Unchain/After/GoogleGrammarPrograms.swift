@_spi(GooglePromises) import GooglePromisesVocabulary

/// The grammar of google/promises, where `then` takes a promise, a value or nothing.
final class GoogleGrammarPrograms: Source, @unchecked Sendable {
  @MainActor func name(_ id: Int) async throws -> String {
    if id == 7 { return "seven" }
    guard id < 100 else { throw ShopError.invalid("\(id)") }
    let user = try await load(id).get()
    return user.name
  }

  func name(_ id: Int) -> Promise<String> {
    Promise { try await self.name(id) }
  }

  @MainActor func steps(_ id: Int) async throws -> Int {
    let user = try await load(id).get()
    let text = try await self.text(user).get()
    self.log.add(text)
    self.log.add("nothing returned")
    let factor = 2
    return text.count * factor
  }

  func steps(_ id: Int) -> Promise<Int> {
    Promise { try await self.steps(id) }
  }

  @MainActor func finished(_ id: Int) async throws -> String {
    defer { self.log.add("always \(id)") }
    do {
      let user = try await load(id).get()
      return "\(user.name)"
    } catch let error where !error.isCancelled {
      if case ShopError.missing = error { return "missing" }
      throw error
    }
  }

  func finished(_ id: Int) -> Promise<String> {
    Promise { try await self.finished(id) }
  }

  @MainActor func both(_ id: Int) async throws -> String {
    let (user, text) = try await all(load(id), text(User(id: id, name: "all"))).get()
    return "\(user.name) \(text)"
  }

  func both(_ id: Int) -> Promise<String> {
    Promise { try await self.both(id) }
  }

  /// Left, because the result of `label` is not known.
  func left(_ id: Int) -> Promise<String> {
    load(id).then { user in Labels().label(user) }
  }

  /// The result of `named` is known.
  @MainActor func known(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    return try self.named(user)
  }

  /// The result of `named` is known.
  func known(_ id: Int) -> Promise<String> {
    Promise { try await self.known(id) }
  }

  private func named(_ user: User) throws -> String { user.name }
}

struct Labels {
  func label(_ user: User) -> String { user.name }
}

let googlePrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "google",
    {
      let programs = GoogleGrammarPrograms()
      var lines: [String] = []
      for id in [1, 7, 200, 0] {
        lines.append(await outcome("name", programs.name(id)))
        lines.append(await outcome("steps", programs.steps(id)))
        lines.append(await outcome("finished", programs.finished(id)))
        lines.append(await outcome("both", programs.both(id)))
        lines.append(await outcome("left", programs.left(id)))
        lines.append(await outcome("known", programs.known(id)))
      }
      return lines + programs.log.lines
    }
  )
]
