@_spi(GooglePromises) import GooglePromisesVocabulary

/// The grammar of google/promises, where `then` takes a promise, a value or nothing.
final class GoogleGrammarPrograms: Source, @unchecked Sendable {
  func name(_ id: Int) -> Promise<String> {
    if id == 7 { return Promise("seven") }
    guard id < 100 else { return Promise(ShopError.invalid("\(id)")) }
    return load(id).then { user in user.name }
  }

  func steps(_ id: Int) -> Promise<Int> {
    return load(id).then { user in
      self.text(user)
    }.then { text in
      self.log.add(text)
      self.log.add("nothing returned")
    }.then { text -> Int in
      let factor = 2
      return text.count * factor
    }
  }

  func finished(_ id: Int) -> Promise<String> {
    load(id).then { user in "\(user.name)" }.recover { error -> String in
      if case ShopError.missing = error { return "missing" }
      throw error
    }.always { self.log.add("always \(id)") }
  }

  func both(_ id: Int) -> Promise<String> {
    all(load(id), text(User(id: id, name: "all"))).then { user, text in
      return Promise.value("\(user.name) \(text)")
    }
  }

  /// Left, because the result of `label` is not known.
  func left(_ id: Int) -> Promise<String> {
    load(id).then { user in Labels().label(user) }
  }

  /// The result of `named` is known.
  func known(_ id: Int) -> Promise<String> {
    load(id).then { user in try self.named(user) }
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
