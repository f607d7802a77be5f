/// Prints rows as a table.
enum Table {
  private static let titles = ["what", "ours", "baseline", "ratio", "goal", "", "others in the same run"]

  static func print(_ rows: [Row]) {
    let lines = [titles] + rows.map(cells)
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    for (index, line) in lines.enumerated() {
      Swift.print(zip(line, widths).map { pad($0, to: $1) }.joined(separator: "  "))
      if index == 0 { Swift.print(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")) }
    }
    let over = rows.filter { $0.isMet == false }.count
    Swift.print("\(rows.count) rows, \(over) over their goal")
  }

  static func cells(of row: Row) -> [String] {
    [
      row.what, Format.figure(row.ours, row.unit),
      row.baseline.map { "\($0.name) \(Format.figure($0.value, row.unit))" } ?? "",
      row.ratio.map(Format.ratio) ?? "", Format.goal(row), row.isMet.map { $0 ? "ok" : "over" } ?? "",
      row.others.map { "\($0.name) \($0.ratio.map(Format.ratio) ?? Format.figure($0.value, row.unit))" }
        .joined(separator: ", "),
    ]
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}
