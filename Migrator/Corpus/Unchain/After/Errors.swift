import PromiseConcurrency

/// Operators that deal with errors.
final class Errors: Source, @unchecked Sendable {
  @MainActor func recovered(_ id: Int) async throws -> User {
    do {
      return try await load(id).get()
    } catch let error where !error.isCancelled {
      return User(id: 9, name: "default")
    }
  }

  func recovered(_ id: Int) -> Promise<User> {
    Promise { try await self.recovered(id) }
  }

  @MainActor func recoveredWithError(_ id: Int) async throws -> String {
    do {
      let value = try await load(id).get()
      return value.name
    } catch let error where !error.isCancelled {
      guard case ShopError.missing = error else { throw error }
      let value2 = try await self.load(id + 1).get()
      return value2.name
    }
  }

  func recoveredWithError(_ id: Int) -> Promise<String> {
    Promise { try await self.recoveredWithError(id) }
  }

  @MainActor func rethrown(_ id: Int) async throws -> String {
    do {
      let value = try await load(id).get()
      return value.name
    } catch let error where !error.isCancelled {
      self.log.add("rethrow")
      throw ShopError.invalid("\(error)")
    }
  }

  func rethrown(_ id: Int) -> Promise<String> {
    Promise { try await self.rethrown(id) }
  }

  @MainActor func recoveredInTheMiddle(_ id: Int) async throws -> Int {
    let user: User
    do {
      user = try await load(id).get()
    } catch let error where !error.isCancelled {
      user = try await self.load(5).get()
    }
    return user.id * 10
  }

  func recoveredInTheMiddle(_ id: Int) -> Promise<Int> {
    Promise { try await self.recoveredInTheMiddle(id) }
  }

  @MainActor func recoveredOnly(_ id: Int) async throws -> User {
    do {
      return try await load(id).get()
    } catch let error as ShopError {
      self.log.add("\(error)")
      return User(id: 1, name: "only")
    }
  }

  func recoveredOnly(_ id: Int) -> Promise<User> {
    Promise { try await self.recoveredOnly(id) }
  }

  @MainActor func recoveredAll(_ id: Int) async throws -> User {
    do {
      return try await load(id).get()
    } catch {
      return User(id: 2, name: "all")
    }
  }

  func recoveredAll(_ id: Int) -> Promise<User> {
    Promise { try await self.recoveredAll(id) }
  }

  @MainActor func logged(_ id: Int) async throws -> User {
    do {
      let value = try await load(id).get()
      self.log.add("got \(value.id)")
      return value
    } catch let error where !error.isCancelled {
      self.log.add("failed: \(error)")
      throw error
    }
  }

  func logged(_ id: Int) -> Promise<User> {
    Promise { try await self.logged(id) }
  }

  @MainActor func loggedAll(_ id: Int) async throws -> User {
    do {
      return try await load(id).get()
    } catch {
      self.log.add("failed: \(error)")
      throw error
    }
  }

  func loggedAll(_ id: Int) -> Promise<User> {
    Promise { try await self.loggedAll(id) }
  }

  @MainActor func cleaned(_ id: Int) async throws -> String {
    defer { self.log.add("clean") }
    let value = try await load(id).get()
    return value.name
  }

  func cleaned(_ id: Int) -> Promise<String> {
    Promise { try await self.cleaned(id) }
  }

  @MainActor func cleanedTwice(_ id: Int) async throws -> String {
    log.add("open")
    let text: String
    do {
      defer {
        self.log.add("close 1")
        self.log.add("close 2")
      }
      let value = try await load(id).get()
      text = try await self.text(value).get()
    }
    self.log.add("after: \(text)")
    return text
  }

  func cleanedTwice(_ id: Int) -> Promise<String> {
    Promise { try await self.cleanedTwice(id) }
  }

  @MainActor func cleanedAndRecovered(_ id: Int) async throws -> String {
    do {
      defer { self.log.add("clean") }
      let value = try await load(id).get()
      return value.name
    } catch let error where !error.isCancelled {
      return "none"
    }
  }

  func cleanedAndRecovered(_ id: Int) -> Promise<String> {
    Promise { try await self.cleanedAndRecovered(id) }
  }

  @MainActor func recoveredAndCleaned(_ id: Int) async throws -> String {
    defer { self.log.add("clean") }
    do {
      let value = try await load(id).get()
      return value.name
    } catch let error where !error.isCancelled {
      self.log.add("recover")
      return "none"
    }
  }

  func recoveredAndCleaned(_ id: Int) -> Promise<String> {
    Promise { try await self.recoveredAndCleaned(id) }
  }

  @MainActor func tapped(_ id: Int) async throws -> User {
    let result = await load(id).getResult()
    self.log.add("tap \(result)")
    return try result.get()
  }

  func tapped(_ id: Int) -> Promise<User> {
    Promise { try await self.tapped(id) }
  }

  @MainActor func tappedLater(_ id: Int) async throws -> String {
    let result: Result<String, any Error>
    do {
      let value = try await load(id).get()
      let value2 = value.name
      result = .success(value2)
    } catch {
      result = .failure(error)
    }
    self.log.add("tap \(result)")
    return try result.get()
  }

  func tappedLater(_ id: Int) -> Promise<String> {
    Promise { try await self.tappedLater(id) }
  }

  @MainActor func saved(_ id: Int) async throws {
    do {
      defer { self.log.add("saved") }
      let value = try await load(id).get()
      try await self.store(value).get()
    } catch let error where !error.isCancelled {
      self.log.add("\(error)")
      throw error
    }
  }

  func saved(_ id: Int) -> Promise<Void> {
    Promise { try await self.saved(id) }
  }

  @MainActor func thrown(_ id: Int) async throws -> Int {
    let user = try await load(id).get()
    if user.id == 2 { throw ShopError.invalid("two") }
    return user.id
  }

  func thrown(_ id: Int) -> Promise<Int> {
    Promise { try await self.thrown(id) }
  }

  @MainActor func always(_ id: Int) async throws -> Int {
    try await load(id).get()
    throw ShopError.invalid("always")
  }

  func always(_ id: Int) -> Promise<Int> {
    Promise { try await self.always(id) }
  }
}

let errorPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "errors",
    {
      let errors = Errors()
      var lines: [String] = []
      for id in [1, 2, 0] {
        lines.append(await outcome("recovered", errors.recovered(id)))
        lines.append(await outcome("recoveredWithError", errors.recoveredWithError(id)))
        lines.append(await outcome("rethrown", errors.rethrown(id)))
        lines.append(await outcome("recoveredInTheMiddle", errors.recoveredInTheMiddle(id)))
        lines.append(await outcome("recoveredOnly", errors.recoveredOnly(id)))
        lines.append(await outcome("recoveredAll", errors.recoveredAll(id)))
        lines.append(await outcome("logged", errors.logged(id)))
        lines.append(await outcome("loggedAll", errors.loggedAll(id)))
        lines.append(await outcome("cleaned", errors.cleaned(id)))
        lines.append(await outcome("cleanedTwice", errors.cleanedTwice(id)))
        lines.append(await outcome("cleanedAndRecovered", errors.cleanedAndRecovered(id)))
        lines.append(await outcome("recoveredAndCleaned", errors.recoveredAndCleaned(id)))
        lines.append(await outcome("tapped", errors.tapped(id)))
        lines.append(await outcome("tappedLater", errors.tappedLater(id)))
        lines.append(await outcome("saved", errors.saved(id)))
        lines.append(await outcome("thrown", errors.thrown(id)))
        lines.append(await outcome("always", errors.always(id)))
      }
      return lines + errors.log.lines
    }
  ),
]
