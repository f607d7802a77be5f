import PromiseSyntax

/// A report for a terminal with 80 columns.
package struct TextReport: CustomStringConvertible {
  /// How many entries of each list are shown.
  private static let moveLimit = 10
  static let placeLimit = 5
  private static let fileLimit = 20

  let report: Report

  /// Creates the form of a report.
  package init(_ report: Report) { self.report = report }

  /// The whole report; its last line ends with a line feed.
  package var description: String {
    var lines: [String] = []
    if let bar = Bar.async(report) { lines.append("\(bar)") }
    lines.append(report.summary)
    for (title, section) in [
      ("Changes since the earlier report", since), ("Functions", functions), ("Imports", imports), ("Chains", chains),
    ] where !section.isEmpty {
      lines += ["", title.uppercased()] + section
    }
    for (title, section) in [
      ("Migrate first: leaves with many callers", moveFirst), ("Files with the most to migrate", files),
    ] where !section.isEmpty {
      lines += ["", title.uppercased()] + section
    }
    for list in report.placeLists where !list.places.isEmpty {
      lines += ["", "\(list.title.uppercased()): \(list.places.count)"] + Self.places(list)
    }
    lines += leaving
    return lines.joined(separator: "\n") + "\n"
  }

  private var since: [String] {
    guard let since = report.since else { return [] }
    var table = TextTable(numbers: [1, 2, 3])
    table.add("", "before", "after", "change")
    for measure in Measure.allCases {
      table.add(
        measure.title, "\(since.before[measure] ?? 0)", "\(report.total(measure))",
        (since.differences[measure] ?? 0).signed)
    }
    return table.lines
  }

  private var functions: [String] {
    guard report.total(.distinctFunctions) > 0 else { return [] }
    var table = TextTable(numbers: [1, 2])
    table.add("", "all", "public")
    for row in report.functionRows { table.add(row.style, "\(row.all)", "\(row.public)") }
    return table.lines
  }

  private var imports: [String] {
    var table = TextTable(numbers: [1])
    for use in report.imports { table.add(use.module, "\(use.count)") }
    return zip(table.lines, report.imports).flatMap { line, use in
      [line]
        + String.wrapped(use.unusualForms.map { "\($0.count) with \($0.form)" }, indentation: "      ")
    }
  }

  private var chains: [String] {
    guard report.total(.chains) > 0 else { return [] }
    let lengths = report.lengthsInOrder.map { "\($0.count) of length \($0.length)" }
    let operators = report.operatorsInOrder.map { "\($0.name) \($0.count)" }
    return ["  \(report.total(.chains).counting("chain")) with \(report.total(.chainOperators).counting("operator"))"]
      + String.wrapped(lengths, indentation: "  ") + String.wrapped(operators, indentation: "  ")
  }

  static func places(_ list: PlaceList) -> [String] {
    var lines: [String] = []
    if list.kinds.count > 1 { lines += String.wrapped(list.kinds.map { "\($0.kind) \($0.count)" }, indentation: "  ") }
    for (path, place) in list.places.prefix(placeLimit) {
      let location = "  \(path):\(place.line):\(place.column):"
      // The code goes on a line of its own if it is long.
      if location.count + 1 + place.code.count <= TextTable.lineWidth {
        lines.append("\(location) \(place.code)")
      } else {
        lines += [location, "      \(place.code)"]
      }
    }
    if list.places.count > placeLimit { lines.append(more(list.places.count - placeLimit)) }
    return lines
  }

  static func more(_ count: Int) -> String { "  and \(count) more; --format markdown lists all" }

  private var moveFirst: [String] {
    var table = TextTable(numbers: [0])
    table.add("callers", "style", "function")
    for move in report.moveFirst.prefix(Self.moveLimit) { table.add("\(move.callers)", "\(move.style)", move.function) }
    guard table.rows.count > 1 else { return [] }
    // The place follows on a line of its own: both are long.
    var lines = table.lines
    for (index, move) in report.moveFirst.prefix(Self.moveLimit).enumerated().reversed() {
      let others = move.declarations.count - 1
      let place = "\(move.declarations[0].path):\(move.declarations[0].line)"
      lines.insert("           \(place)\(others > 0 ? " and \(others) more" : "")", at: index + 2)
    }
    return lines
  }

  private var files: [String] {
    let files = report.filesToMove
    guard !files.isEmpty else { return [] }
    var table = TextTable(numbers: [0, 1, 2, 3, 4])
    table.add("callback", "promise", "async", "chains", "waits", "file")
    for file in files.prefix(Self.fileLimit) {
      let counts = [Measure.callbackFunctions, .promiseFunctions, .asyncFunctions, .chains, .blockingWaits]
        .map { "\(file.counts[$0] ?? 0)" }
      // The other columns take 43 characters.
      let path = file.path.keepingLastNames(TextTable.lineWidth - 43)
      table.add(counts[0], counts[1], counts[2], counts[3], counts[4], path)
    }
    return table.lines + (files.count > Self.fileLimit ? [Self.more(files.count - Self.fileLimit)] : [])
  }
}
