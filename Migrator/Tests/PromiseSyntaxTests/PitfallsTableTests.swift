import Foundation
import Testing

/// The table in the article *Pitfalls* says which closures trap. CallbackShapeTests compares it with what programs do;
/// these tests compare it with what the migrator finds.
@Suite struct PitfallsTableTests {
  /// The rows whose first cell is no code, as code.
  private static let sources = [
    "`SDK.load(2) { v, e in resolver.resolve(v, e) }` after `Promise.pending()`": """
    let (promise, resolver) = Promise<String>.pending()
    SDK.load(2) { v, e in resolver.resolve(v, e) }
    return promise
    """,
    "that closure, with `@preconcurrency import SDK`": load,
    "that closure, in a handler without `on:`": "return p.then { id in \(load) }",
    "that closure, in a handler with `on: queue`": "return p.then(on: .global()) { id in \(load) }",
    "that closure, in a handler of `onCancel`": """
    let (text, outcome) = Promise<String>.pending()
    resolver.onCancel { SDK.load(2) { v, e in outcome.resolve(v, e) } }
    return text
    """,
  ]
  private static let load = "Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v, e) } }"

  /// The rows with another function or type around the code.
  private static let declarations = [
    "that closure, with `@preconcurrency import SDK`":
      "@preconcurrency import SDK\n@MainActor func f() -> Promise<String> { \(load) }",
    "that closure, in a function without attributes": "func f() -> Promise<String> { \(load) }",
    "that closure, in a `nonisolated` function":
      "@MainActor class A { nonisolated func f() -> Promise<String> { \(load) } }",
    "that closure, in a `nonisolated` `async` function":
      "@MainActor class A { nonisolated func f() async throws -> String { try await \(load).get() } }",
    "that closure, in an actor, if it uses the actor": """
    actor A {
      func f() -> Promise<String> {
        Promise { resolver in SDK.load(2) { v, e in resolver.resolve(v.map { self.prefix + $0 }, e) } }
      }
    }
    """,
    "that closure, in an actor, if it does not": "actor A { func f() -> Promise<String> { \(load) } }",
  ]

  /// A row of the table.
  struct Row: CustomTestStringConvertible {
    let code: String
    let source: String
    /// Whether the closure traps in Swift 6 mode.
    let traps: Bool
    /// Whether it traps there if code belongs to the main actor by default.
    let trapsByDefault: Bool

    var testDescription: String { code }
  }

  static func rows() throws -> [Row] {
    let root = #filePath.split(separator: "/Migrator/")[0]
    let article = "\(root)/Sources/PromiseConcurrency/PromiseConcurrency.docc/Pitfalls.md"
    let lines = try String(contentsOfFile: article, encoding: .utf8).split(separator: "\n")
    return lines.drop { !$0.hasPrefix("| main-actor code |") }.prefix { $0.hasPrefix("|") }.dropFirst(2).compactMap {
      let cells = $0.split(separator: "|").map { String($0.dropFirst().dropLast()) }
      // A delegate is no closure.
      guard cells.count == 4, !cells[0].contains("SDKDelegate") else { return nil }
      let code = sources[cells[0]] ?? cells[0].replacing("`", with: "")
      return Row(
        code: cells[0], source: declarations[cells[0]] ?? "@MainActor class A {\n  func f() { \(code) }\n}",
        traps: cells[2] == "traps", trapsByDefault: cells[3] == "traps")
    }
  }

  @Test func `the table is found`() throws {
    let rows = try Self.rows()
    #expect(rows.count == 20)
    #expect(rows.count(where: \.traps) == 9)
    for name in Array(Self.sources.keys) + Self.declarations.keys {
      #expect(rows.contains { $0.code == name }, "\(name)")
    }
  }

  @Test(arguments: try rows()) func `a closure is found exactly if it traps`(_ row: Row) throws {
    #expect(try isolatedCallbacks(row.source).isEmpty == !row.traps, "\(row.source)")
    let all = try isolatedCallbacks(row.source, isMainActorByDefault: true)
    #expect(all.isEmpty == !row.trapsByDefault, "\(row.source)")
  }
}
