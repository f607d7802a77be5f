import PromiseConcurrency

/// Promises that are created around the chain that settles them.
final class Unwrapping: Source, @unchecked Sendable {
  @MainActor func plain(_ id: Int) async throws -> User {
    return try await load(id).get()
  }

  func plain(_ id: Int) -> Promise<User> {
    Promise { try await self.plain(id) }
  }

  @MainActor func byReference(_ id: Int) async throws -> User {
    return try await load(id).get()
  }

  func byReference(_ id: Int) -> Promise<User> {
    Promise { try await self.byReference(id) }
  }

  @MainActor func handled(_ id: Int) async throws -> String {
    guard id < 3 else {
      throw ShopError.invalid("id")
    }
    log.add("begin")
    do {
      let value = try await load(id).get()
      let text = try await self.text(value).get()
      self.log.add("done")
      return text + "!"
    } catch let error where !error.isCancelled {
      self.log.add("catch \(error)")
      throw ShopError.invalid("\(error)")
    }
  }

  func handled(_ id: Int) -> Promise<String> {
    Promise { try await self.handled(id) }
  }

  @MainActor func defaulted(_ id: Int) async throws -> Int {
    do {
      let value = try await load(id).get()
      return value.id
    } catch let error where !error.isCancelled {
      return -1
    }
  }

  func defaulted(_ id: Int) -> Promise<Int> {
    Promise { try await self.defaulted(id) }
  }

  @MainActor func nothing(_ id: Int) async throws {
    try await load(id).get()
  }

  func nothing(_ id: Int) -> Promise<Void> {
    Promise { try await self.nothing(id) }
  }

  @MainActor func checked(_ id: Int) async throws {
    let user = try await self.load(id).get()
    if user.id == 1 {
      return
    } else {
      throw ShopError.invalid(user.name)
    }
  }

  func checked(_ id: Int) -> Promise<Void> {
    Promise { try await self.checked(id) }
  }

  @MainActor func chosen(_ id: Int, short: Bool) async throws -> Int {
    if short {
      let value = try await load(id).get()
      return value.id
    } else {
      let value2 = try await load(id).get()
      let text = try await self.text(value2).get()
      return text.count
    }
  }

  func chosen(_ id: Int, short: Bool) -> Promise<Int> {
    Promise { try await self.chosen(id, short: short) }
  }

  @MainActor func nested(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let text = try await self.text(user).get()
    return "\(user.id) \(text)"
  }

  func nested(_ id: Int) -> Promise<String> {
    Promise { try await self.nested(id) }
  }

  @MainActor func piped(_ id: Int) async throws -> Int {
    let value = try await load(id).get()
    return value.id
  }

  func piped(_ id: Int) -> Promise<Int> {
    Promise { try await self.piped(id) }
  }

  @MainActor func inChain(_ id: Int) async throws -> Int {
    let value2 = try await load(id).get()
    let value: Int = value2.id
    return value + 1
  }

  func inChain(_ id: Int) -> Promise<Int> {
    Promise { try await self.inChain(id) }
  }

  @MainActor func assured(_ id: Int) async -> Int {
    do {
      let value = try await load(id).get()
      return value.id
    } catch {
      self.log.add("assured \(error)")
      return -1
    }
  }

  func assured(_ id: Int) -> Guarantee<Int> {
    Guarantee { await self.assured(id) }
  }

  @MainActor func branching(_ id: Int) async throws -> String {
    let user = try await load(id).get()
    let value: String
    if user.id == 1 {
      value = "one"
    } else {
      value = try await self.text(user).get()
    }
    return "\(value)!"
  }

  func branching(_ id: Int) -> Promise<String> {
    Promise { try await self.branching(id) }
  }

  /// The chain remains: `seal` is used before the end of a path, or on some paths only.
  func early(_ id: Int) -> Promise<Int> {
    Promise { seal in
      load(id).done { user in
        seal.fulfill(user.id)
        _ = user.name
      }.catch { seal.reject($0) }
    }
  }

  /// The chain remains: the handler of `catch` does not see the error that the one of `done` rejects with.
  func split(_ id: Int) -> Promise<Int> {
    Promise { seal in
      load(id).done { user in
        if user.id == 1 { seal.fulfill(1) } else { seal.reject(ShopError.missing) }
      }.catch {
        self.log.add("catch")
        seal.reject($0)
      }
    }
  }
}

let unwrappingPrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "unwrapping",
    {
      let source = Unwrapping()
      var lines: [String] = []
      for id in [1, 2, 3, 0] {
        lines.append(await outcome("plain", source.plain(id)))
        lines.append(await outcome("byReference", source.byReference(id)))
        lines.append(await outcome("handled", source.handled(id)))
        lines.append(await outcome("defaulted", source.defaulted(id)))
        lines.append(await outcome("nothing", source.nothing(id)))
        lines.append(await outcome("checked", source.checked(id)))
        lines.append(await outcome("chosen", source.chosen(id, short: true)))
        lines.append(await outcome("chosen", source.chosen(id, short: false)))
        lines.append(await outcome("nested", source.nested(id)))
        lines.append(await outcome("piped", source.piped(id)))
        lines.append(await outcome("inChain", source.inChain(id)))
        lines.append("assured: \(await source.assured(id).get())")
        lines.append(await outcome("branching", source.branching(id)))
        lines.append(await outcome("early", source.early(id)))
        lines.append(await outcome("split", source.split(id)))
      }
      return lines + source.log.lines
    }
  )
]
