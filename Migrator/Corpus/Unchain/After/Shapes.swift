import PromiseConcurrency

private let shared = Source()

/// Returns the name of a user.
///
/// - Parameter id: The identifier.
/// - Returns: The name.
@MainActor func globalName(_ id: Int) async throws -> String {
  // Look at the cache first.
  if id == 7 { return "seven" }  // a lucky number
  guard id < 100 else {
    throw ShopError.invalid("\(id)")
  }
  let factor = 1
  /* The user comes from the source. */
  let user = try await shared.load(id * factor).get()
  // The text is long.
  // A comment within a step.
  let text = try await shared.text(user).get()
  return text.uppercased()  // after the chain
}

/// Returns the name of a user.
///
/// - Parameter id: The identifier.
/// - Returns: The name.
func globalName(_ id: Int) -> Promise<String> {
  Promise { try await globalName(id) }
}

/// Generic code.
@MainActor func pair<First: Sendable, Second>(
  _ first: First, with second: Second
) async throws -> (First, Second) where Second: Sendable {
  await shared.pause().get()
  let value = second
  return (first, value)
}

/// Generic code.
func pair<First: Sendable, Second>(
  _ first: First, with second: Second
) -> Promise<(First, Second)> where Second: Sendable {
  Promise { try await pair(first, with: second) }
}

struct Shapes {
  let source = Source()

  @MainActor
  @discardableResult
  func discardable(_ id: Int = 1) async throws -> String {
    let value = try await source.load(id).get()
    return value.name
  }

  @discardableResult
  func discardable(_ id: Int = 1) -> Promise<String> {
    Promise { try await self.discardable(id) }
  }

  @MainActor static func make(_ id: Int) async throws -> String {
    let value = try await shared.load(id).get()
    return value.name
  }

  static func make(_ id: Int) -> Promise<String> {
    Promise { try await self.make(id) }
  }

  @MainActor
  @available(*, deprecated, message: "Use name.")
  public func old(_ id: Int) async throws -> String {
    let value = try await source.load(id).get()
    return value.name
  }

  @available(*, deprecated, message: "Use name.")
  public func old(_ id: Int) -> Promise<String> {
    Promise { try await self.old(id) }
  }

  @MainActor fileprivate func hidden(id: Int, and other: @autoclosure @escaping () -> String) async throws -> String {
    let value = try await source.load(id).get()
    return value.name + other()
  }

  fileprivate func hidden(id: Int, and other: @autoclosure @escaping () -> String) -> Promise<String> {
    Promise { try await self.hidden(id: id, and: other()) }
  }

  @MainActor func nothing(_ id: Int) async throws {
    let value = try await source.load(id).get()
    try await source.store(value).get()
  }

  func nothing(_ id: Int) -> Promise<()> {
    Promise { try await self.nothing(id) }
  }

  @MainActor func argument(_ id: Int) async throws -> Int {
    let user = try await source.load(id).get()
    let id = user.id
    return id + 1
  }

  func argument(_ id: Int) -> Promise<Int> {
    Promise { try await self.argument(id) }
  }

  @MainActor func lines(
    _ id: Int,
    suffix: String
  ) async throws -> String {
    let value = try await source.load(id).get()
    return [
      value.name,
      suffix,
    ].joined(separator: "-")
  }

  func lines(
    _ id: Int,
    suffix: String
  ) -> Promise<String> {
    Promise { try await self.lines(id, suffix: suffix) }
  }
}

extension Array where Element == Int {
  @MainActor func users() async throws -> [String] {
    let value = try await when(fulfilled: map { shared.load($0) }).get()
    return value.map(\.name)
  }

  func users() -> Promise<[String]> {
    Promise { try await self.users() }
  }
}

protocol Named {
  func named(_ id: Int) -> Promise<String>
}

final class Namer: Named, Sendable {
  @MainActor func named(_ id: Int) async throws -> String {
    let value = try await shared.load(id).get()
    return value.name
  }

  func named(_ id: Int) -> Promise<String> {
    Promise { try await self.named(id) }
  }
}

let shapePrograms: [(name: String, run: @Sendable () async throws -> [String])] = [
  (
    "shapes",
    {
      let shapes = Shapes()
      let namer: any Named = Namer()
      var lines: [String] = []
      for id in [1, 7, 0, 200] {
        lines.append(await outcome("globalName", globalName(id)))
        lines.append(await outcome("pair", pair(id, with: "second")))
        lines.append(await outcome("discardable", shapes.discardable(id)))
        lines.append(await outcome("make", Shapes.make(id)))
        lines.append(await outcome("hidden", shapes.hidden(id: id, and: "!")))
        lines.append(await outcome("nothing", shapes.nothing(id)))
        lines.append(await outcome("argument", shapes.argument(id)))
        lines.append(await outcome("lines", shapes.lines(id, suffix: "end")))
        lines.append(await outcome("users", [id, 3].users()))
        lines.append(await outcome("named", namer.named(id)))
      }
      return lines + [await outcome("discardable", shapes.discardable())]
    }
  )
]
