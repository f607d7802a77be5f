import Foundation
import TestSupport
import Testing

/// The table in the article *Pitfalls*: whether a callback on the queue of an SDK traps, for the shapes of code (rows) and
/// the language settings of its module (columns). The tests read the table, and check the column of their module:
/// `VocabularyTests`, `Swift5ModeTests` and `MainActorModeTests` build this folder.
@Suite(.sharingProcessors) nonisolated struct CallbackShapeTests {
  @Test func `the table has a row for each shape and a column for each language setting`() throws {
    let table = try Self.table()
    #expect(table.map { $0[0] } == ["main-actor code"] + CallbackShape.allCases.map(\.rawValue))
    #expect(
      table[0].dropFirst() == ["Swift 5 mode", "Swift 6 mode", "Swift 6 mode, main actor by default"])
  }

  @Test(arguments: CallbackShape.allCases)
  func `each cell of the table says whether a callback of an older SDK traps`(_ shape: CallbackShape) async throws {
    let table = try Self.table()
    let column = try #require(table[0].firstIndex(of: Self.languageSetting))
    let traps = try #require(table.first { $0[0] == shape.rawValue })[column] == "traps"
    let result = await #expect(processExitsWith: traps ? .failure : .success) { [shape] in
      let text = try await SDKClient().use(shape)
      #expect(text == "2")
    }
    // An error or an expectation that fails would also end the process, but with an exit code.
    if traps, case .exitCode(let code) = result?.exitStatus { Issue.record("no trap, but the exit code \(code)") }
  }

  /// The language setting of this module, as the table names it.
  private static var languageSetting: String {
    #if swift(>=6)
      #fileID.hasPrefix("MainActorModeTests/") ? "Swift 6 mode, main actor by default" : "Swift 6 mode"
    #else
      "Swift 5 mode"
    #endif
  }

  /// The cells of the table, row by row, the heading first.
  private static func table() throws -> [[String]] {
    let root = #filePath.split(separator: "/Tests/")[0]
    let article = "\(root)/Sources/PromiseConcurrency/PromiseConcurrency.docc/Pitfalls.md"
    let lines = try String(contentsOfFile: article, encoding: .utf8).split(separator: "\n")
    return lines.drop { !$0.hasPrefix("| main-actor code |") }.prefix { $0.hasPrefix("|") }
      .filter { !$0.hasPrefix("| ---") }
      .map { $0.split(separator: "|").map { String($0.dropFirst().dropLast()) } }
  }
}
