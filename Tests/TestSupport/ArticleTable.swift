import Foundation

/// Returns the cells of a table in an article, row by row, the heading first, so that tests can check each of them.
///
/// - Parameters:
///   - article: The path of the article, in the folder `Sources`.
///   - heading: The first cell of the heading.
package func table(in article: String, headed heading: String) throws -> [[String]] {
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let lines = try String(contentsOfFile: "/\(root)/Sources/\(article)", encoding: .utf8).split(separator: "\n")
  return lines.drop { !$0.hasPrefix("| \(heading) |") }.prefix { $0.hasPrefix("|") }
    .filter { !$0.hasPrefix("| ---") }
    .map { $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") } }
}
