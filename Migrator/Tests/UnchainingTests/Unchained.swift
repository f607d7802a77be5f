import SourceEditing
import Testing

@testable import Unchaining

/// The result of `unchain` for one file.
struct Unchained {
  let text: String
  let remarks: [Remark]
  let count: Int
  let incompleteCount: Int

  init(_ source: String, _ options: UnchainOptions = UnchainOptions(isolation: .anywhere)) throws {
    try self.init(contents: Array(source.utf8), options)
  }

  init(contents: [UInt8], _ options: UnchainOptions = UnchainOptions(isolation: .anywhere)) throws {
    let source = try SourceText(path: "File.swift", contents: contents)
    let rewriter = UnchainRewriter(options: options)
    let rewriting = rewriter.rewriteAll([source])[0]
    text = String(decoding: try source.applying(rewriting.edits), as: UTF8.self)
    remarks = rewriting.remarks
    count = rewriting.changeCount
    incompleteCount = rewriting.incompleteCount
  }

  /// The reasons of what is left.
  var reasons: [String] { remarks.map(\.reason) }

  /// The text from the first line that contains a text up to the line that ends its body.
  func function(_ beginning: String) throws -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.contains(beginning) }, "no line contains \(beginning):\n\(text)")
    let indentation = lines[first].prefix { $0 == " " || $0 == "\t" }
    let last = try #require(lines[first...].firstIndex { $0 == indentation + "}" })
    return lines[first...last].joined(separator: "\n")
  }
}

/// Returns the body of the async function that a chain becomes.
///
/// - Parameters:
///   - chain: The body of `func f(x: Int) -> Promise<Value>`.
func body(of chain: String, value: String = "Int") throws -> String {
  let known =
    "func parse(_ n: Int) -> Int { n }\nfunc parse(text: Int) -> Int { n }\nfunc follow(_ n: Int) -> Int { n }\n"
  let result = try Unchained(
    known + "func f(x: Int) -> Promise<\(value)> {\n  \(chain)\n}\n", UnchainOptions(isolation: .anywhere))
  try #require(result.remarks.isEmpty, "\(result.remarks)")
  let lines = try result.function("async throws").split(separator: "\n", omittingEmptySubsequences: false)
  return lines.dropFirst().dropLast().map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0) }
    .joined(separator: "\n")
}
