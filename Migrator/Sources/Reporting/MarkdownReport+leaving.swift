import PromiseSyntax

extension MarkdownReport {
  /// The section on leaving the library.
  var leaving: [String] {
    guard let leaving = report.leaving else { return [] }
    var parts = ["## \(Report.leavingTitle)", report.summary(of: leaving)]
    parts += Self.operations(leaving) + Self.functions(leaving)
    for list in report.leavingLists where !list.places.isEmpty {
      parts += ["### \(list.title)", list.hint, Self.table(list)]
    }
    if !leaving.unusedImports.isEmpty {
      parts += [
        "### Files that import this library without using it", "Remove the import, and build.",
        leaving.unusedImports.map { "- \(Self.code("\($0.path):\($0.line)"))" }.joined(separator: "\n"),
      ]
    }
    return parts
  }

  private static func operations(_ leaving: Report.Leaving) -> [String] {
    guard !leaving.operations.isEmpty else { return [] }
    let rows = leaving.operations.map { operation in
      [
        operation.operation.shownNames.map { $0 == "chains" ? $0 : code($0) }.joined(separator: ", "),
        "\(operation.uses)", "\(operation.files)", operation.plainSwift,
        operation.filesToCopy.map { code("\($0.folder)/\($0.rawValue)") }.joined(separator: ", "),
      ]
    }
    return [
      "### Operations", table(["operation", "uses", "files", "plain Swift", "copy"], rows, numbers: [1, 2]),
    ]
  }

  private static func functions(_ leaving: Report.Leaving) -> [String] {
    guard !leaving.promiseFunctions.isEmpty else { return [] }
    let rows = leaving.promiseFunctions.map { function in
      [
        code(function.function), function.isPublic ? "yes" : "", function.hasAsyncForm ? "yes" : "",
        "\(function.callers)", places([function.declaration]), function.isUncalled ? function.advice : "",
      ]
    }
    return [
      "### Functions that return promises",
      sentence(leaving.publicFunctions.count(where: \.hasAsyncForm), of: leaving.publicFunctions.count),
      table(["function", "public", "async form", "callers", "place", "without callers"], rows, numbers: [3]),
    ]
  }

  private static func sentence(_ count: Int, of all: Int) -> String {
    "\(count) of \(all.counting("public function")) \(count == 1 ? "has" : "have") an async form. "
      + "`migrate-promises unchain` and `migrate-promises add --async` write async forms."
  }
}
