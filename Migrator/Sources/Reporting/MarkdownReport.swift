import PromiseSyntax

/// A report in Markdown, with all entries of all lists.
package struct MarkdownReport: CustomStringConvertible {
  let report: Report

  /// Creates the form of a report.
  package init(_ report: Report) { self.report = report }

  /// The whole report; its last line ends with a line feed.
  package var description: String {
    var parts = ["# Migration report"]
    if let bar = Bar.async(report) { parts.append("```text\n\(bar)\n```") }
    parts.append(report.summary)
    parts += since + functions + severalStyles + imports + chains
    for list in report.placeLists where !list.places.isEmpty {
      parts += ["## \(list.title)", list.hint, Self.table(list)]
    }
    parts += moveFirst + files + leaving
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var since: [String] {
    guard let since = report.since else { return [] }
    let rows = Measure.allCases.map { measure in
      [
        measure.title, "\(since.before[measure] ?? 0)", "\(report.total(measure))",
        (since.differences[measure] ?? 0).signed,
      ]
    }
    return [
      "## Changes since the earlier report", Self.table(["", "before", "after", "change"], rows, numbers: [1, 2, 3]),
    ]
  }

  private var functions: [String] {
    guard report.total(.distinctFunctions) > 0 else { return [] }
    let rows = report.functionRows.map { [$0.style, "\($0.all)", "\($0.public)"] }
    return ["## Functions", Self.table(["style", "all", "public"], rows, numbers: [1, 2])]
  }

  private var severalStyles: [String] {
    guard !report.functionsInSeveralStyles.isEmpty else { return [] }
    let rows = report.functionsInSeveralStyles.map { function in
      [
        Self.code(function.function), function.styles.map(\.rawValue).joined(separator: ", "),
        function.isPublic ? "yes" : "", Self.places(function.declarations),
      ]
    }
    return ["## Functions in several styles", Self.table(["function", "styles", "public", "places"], rows)]
  }

  private var imports: [String] {
    guard !report.imports.isEmpty else { return [] }
    let rows = report.imports.map { use in
      [
        Self.code(use.module), use.library.rawValue, "\(use.count)",
        use.unusualForms.map { "\(Self.code($0.form)): \($0.count)" }.joined(separator: ", "),
      ]
    }
    return ["## Imports", Self.table(["module", "library", "count", "forms other than `import`"], rows, numbers: [2])]
  }

  private var chains: [String] {
    guard report.total(.chains) > 0 else { return [] }
    let lengths = report.lengthsInOrder.map { ["\($0.length)", "\($0.count)"] }
    let operators = report.operatorsInOrder.map { [Self.code($0.name), "\($0.count)"] }
    return [
      "## Chains", Self.table(["operators in a chain", "chains"], lengths, numbers: [0, 1]),
      Self.table(["operator", "calls"], operators, numbers: [1]),
    ]
  }

  private var moveFirst: [String] {
    guard !report.moveFirst.isEmpty else { return [] }
    let rows = report.moveFirst.prefix(10).map { move in
      [Self.code(move.function), move.style.rawValue, "\(move.callers)", Self.places(move.declarations)]
    }
    return [
      "## What to migrate first", "Functions with many callers that call no other function to migrate.",
      Self.table(["function", "style", "callers", "places"], rows, numbers: [2]),
    ]
  }

  private var files: [String] {
    let files = report.filesToMove
    guard !files.isEmpty else { return [] }
    let measures: [(String, Measure)] = [
      ("imports", .otherLibraryImports), ("SPI", .spiImports), ("callback", .callbackFunctions),
      ("promise", .promiseFunctions), ("async", .asyncFunctions), ("chains", .chains), ("waits", .blockingWaits),
      ("dropped tasks", .droppedTasks), ("continuations", .continuations),
      ("callbacks that may trap", .isolatedCallbacks), ("unchecked", .uncheckedSendables),
    ]
    let rows = files.map { file in [Self.code(file.path)] + measures.map { "\(file.counts[$0.1] ?? 0)" } }
    return ["## Files", Self.table(["file"] + measures.map(\.0), rows, numbers: Set(1...measures.count))]
  }

  // MARK: - Elements

  static func table(_ list: PlaceList) -> String {
    let rows = list.places.map { path, place in
      [code("\(path):\(place.line):\(place.column)"), code(place.kind), code(place.code)]
    }
    return table(["place", "kind", "code"], rows)
  }

  static func table(_ header: [String], _ rows: [[String]], numbers: Set<Int> = []) -> String {
    let rule = header.indices.map { numbers.contains($0) ? "---:" : "---" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  static func places(_ places: [DeclarationPlace]) -> String {
    places.map { code("\($0.path):\($0.line)") }.joined(separator: ", ")
  }

  /// Returns a text as code in a cell of a table. The text may contain any characters.
  static func code(_ text: String) -> String {
    let runs = text.split(whereSeparator: { $0 != "`" }).map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text.replacing("|", with: "\\|").replacing("\n", with: " ") + space + fence
  }
}
