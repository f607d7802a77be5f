import Foundation
import PromiseSyntax
import Testing

@Suite struct LibraryOperationTests {
  private static let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private func article() throws -> String {
    let path = "Sources/PromiseConcurrency/PromiseConcurrency.docc/LeavingThisLibrary.md"
    return try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: LibraryOperation.allCases)
  func `the article on leaving the library has each operation`(_ operation: LibraryOperation) throws {
    let article = try article()
    for name in operation.replacement.names { #expect(article.contains("`\(name)"), "\(name)") }
  }

  @Test(arguments: LibraryOperation.allCases)
  func `the article says the same about an operation`(_ operation: LibraryOperation) throws {
    let lines = try article().split(separator: "\n").map { $0.replacing("`", with: "") }
    let replacement = operation.replacement
    let name = replacement.names[0].prefix { $0 != " " }
    for file in replacement.files {
      let row = try #require(
        lines.first { $0.hasPrefix("| ") && $0.split(separator: "|")[0].contains(file.rawValue) })
      // The code that replaces a `PromiseCache` uses a file that replaces something else.
      if operation != .cache { #expect(row.contains(name), "\(row)") }
    }
    let words = replacement.plainSwift.split { !$0.isLetter && $0 != "@" }
    let types = words.filter { $0.first!.isUppercase || $0.first == "@" }
    // Errors are in the text above the tables.
    let rows = operation == .error ? lines : lines.filter { $0.hasPrefix("| ") && $0.contains(name) }
    for type in types { #expect(rows.contains { $0.contains(type) }, "\(type)") }
  }

  @Test(arguments: PlainSwiftFile.allCases) func `each file to copy exists and is used`(_ file: PlainSwiftFile) {
    let url = Self.repository.appendingPathComponent(file.folder).appendingPathComponent(file.rawValue)
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(LibraryOperation.allCases.contains { $0.replacement.files.contains(file) })
  }

  @Test func `every file of plain Swift that the article names is a file to copy`() throws {
    let folders = Set(PlainSwiftFile.allCases.map(\.folder))
    let files = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(atPath: Self.repository.appendingPathComponent($0).path)
    }
    let article = try article()
    #expect(
      Set(files.filter { article.contains("`\($0)`") }) == Set(PlainSwiftFile.allCases.map(\.rawValue)))
  }
}
