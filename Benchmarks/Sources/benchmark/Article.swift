/// What the documentation shows of the results. `Scripts/figures write` writes it.
enum Article {
  /// The lines of the table.
  static func table(of report: Report) -> [String] {
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
    return lines
  }
}
