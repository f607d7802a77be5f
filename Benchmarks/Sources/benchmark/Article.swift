import Foundation

/// The article of the documentation that shows the results: a table, and a copy of the chart.
enum Article {
  private static let catalog = "../Sources/PromiseCore/PromiseCore.docc"
  private static let start = "<!-- the table: written by benchmark -->\n"
  private static let end = "<!-- the end of the table -->\n"

  /// Replaces the table in the article with the table of a report.
  static func update(with report: Report, picture: URL, in place: Place) throws {
    let catalog = place.package.appendingPathComponent(catalog)
    let page = catalog.appendingPathComponent("WhatItCosts.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let from = text.range(of: start)?.upperBound, let to = text.range(of: end)?.lowerBound, from <= to else {
      throw Failure("\(page.path) does not contain the comments that enclose the table.")
    }
    let table = text.replacingCharacters(in: from..<to, with: markdown(report))
    try Data(table.utf8).write(to: page)
    let copy = catalog.appendingPathComponent("Resources/results.svg")
    try Data(contentsOf: picture).write(to: copy)
  }

  private static func markdown(_ report: Report) -> String {
    var lines = [
      "| what | here | compared with | ratio | goal | reached | others, as ratios to the same baseline |",
      "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in report.rows {
      let cells = Table.cells(of: row)
      let reached = row.isMet.map { $0 ? "yes" : "no" } ?? ""
      lines.append("| " + (cells[0...4] + [reached, cells[6]]).joined(separator: " | ") + " |")
    }
    lines.append("")
    lines.append("Measured on \(report.date): \(report.machine); \(report.compiler).")
    return lines.joined(separator: "\n") + "\n"
  }
}
