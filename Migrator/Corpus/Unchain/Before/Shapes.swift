import PromiseConcurrency

private let shared = Source()

/// Returns the name of a user.
///
/// - Parameter id: The identifier.
/// - Returns: The name.
func globalName(_ id: Int) -> Promise<String> {
  // Look at the cache first.
  if id == 7 { return .value("seven") }  // a lucky number
  guard id < 100 else {
    return Promise(error: ShopError.invalid("\(id)"))
  }
  let factor = 1
  /* The user comes from the source. */
  return shared.load(id * factor)
    // The text is long.
    .then { user in
      // A comment within a step.
      shared.text(user)
    }
    .map { text in text.uppercased() }  // after the chain
}

/// Generic code.
func pair<First: Sendable, Second>(
  _ first: First, with second: Second
) -> Promise<(First, Second)> where Second: Sendable {
  shared.pause().then { Promise.value(second) }.map { (first, $0) }
}

struct Shapes {
  let source = Source()

  @discardableResult
  func discardable(_ id: Int = 1) -> Promise<String> { source.load(id).map { $0.name } }

  static func make(_ id: Int) -> Promise<String> {
    return shared.load(id).map(\.name)
  }

  @available(*, deprecated, message: "Use name.")
  public func old(_ id: Int) -> Promise<String> {
    source.load(id).map(\.name)
  }

  fileprivate func hidden(id: Int, and other: @autoclosure @escaping () -> String) -> Promise<String> {
    source.load(id).map { $0.name + other() }
  }

  func nothing(_ id: Int) -> Promise<()> {
    source.load(id).then { source.store($0) }
  }

  func argument(_ id: Int) -> Promise<Int> {
    source.load(id).map({ user in user.id }).map({ $0 + 1 })
  }

  func lines(
    _ id: Int,
    suffix: String
  ) -> Promise<String> {
    source.load(id).map {
      [
        $0.name,
        suffix,
      ].joined(separator: "-")
    }
  }
}

extension Array where Element == Int {
  func users() -> Promise<[String]> {
    when(fulfilled: map { shared.load($0) }).map { $0.map(\.name) }
  }
}

protocol Named {
  func named(_ id: Int) -> Promise<String>
}

final class Namer: Named, Sendable {
  func named(_ id: Int) -> Promise<String> {
    shared.load(id).map(\.name)
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
