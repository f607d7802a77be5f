import PromiseSyntax

extension TextReport {
  /// The width of the column with the names of operations.
  private static let nameWidth = 27

  /// The section on leaving the library, after an empty line.
  var leaving: [String] {
    guard let leaving = report.leaving else { return [] }
    var lines = ["", Report.leavingTitle.uppercased()] + report.summary(of: leaving).wrapped(indentation: "  ")
    for part in [Self.operations(leaving), Self.filesToCopy(leaving), Self.publicFunctions(leaving)]
    where !part.isEmpty {
      lines += [""] + part
    }
    for list in report.leavingLists where !list.places.isEmpty {
      lines += ["", "\(list.title.uppercased()): \(list.places.count)"] + Self.places(list)
    }
    let uncalled = leaving.uncalledFunctions
    lines += Self.list(
      "Promise forms without callers", uncalled.map { ($0.declaration, "\($0.function), \($0.advice)") })
    lines += Self.list("Files that import this library without using it", leaving.unusedImports.map { ($0, "") })
    return lines
  }

  private static func operations(_ leaving: Report.Leaving) -> [String] {
    guard !leaving.operations.isEmpty else { return [] }
    let usesWidth = max("uses".count, leaving.operations.map { "\($0.uses)".count }.max()!)
    let filesWidth = max("files".count, leaving.operations.map { "\($0.files)".count }.max()!)
    let counts = { (uses: String, files: String) in
      "  \(uses.aligned(to: usesWidth))  \(files.aligned(to: filesWidth))  "
    }
    let indentation = counts("", "").count
    var lines = ["\(counts("uses", "files"))\("operation".padded(to: nameWidth))  plain Swift"]
    for operation in leaving.operations {
      let files = operation.filesToCopy.map(\.rawValue).joined(separator: ", ")
      let replacement = operation.plainSwift + (files.isEmpty ? "" : " (\(files))")
      let names = String.wrapped(operation.operation.shownNames, indentation: "", width: nameWidth)
      let words = replacement.wrapped(indentation: "", width: TextTable.lineWidth - indentation - nameWidth - 2)
      for row in 0..<max(names.count, words.count) {
        let numbers = row > 0 ? counts("", "") : counts("\(operation.uses)", "\(operation.files)")
        let name = (row < names.count ? names[row] : "").padded(to: nameWidth)
        let line = "\(numbers)\(name)  \(row < words.count ? words[row] : "")"
        lines.append(line.droppingTrailingSpaces)
      }
    }
    return lines
  }

  private static func filesToCopy(_ leaving: Report.Leaving) -> [String] {
    let files = leaving.filesToCopy
    return Set(files.map(\.folder)).sorted().flatMap { folder in
      ["  Copy from \(folder):"]
        + String.wrapped(files.filter { $0.folder == folder }.map(\.rawValue), indentation: "    ")
    }
  }

  private static func publicFunctions(_ leaving: Report.Leaving) -> [String] {
    let functions = leaving.publicFunctions
    guard !functions.isEmpty else { return [] }
    var table = TextTable(numbers: [1])
    table.add("public functions that return promises", "\(functions.count)")
    table.add("  with an async form", "\(functions.count(where: \.hasAsyncForm))")
    table.add("  without one: `unchain`, `add --async`", "\(functions.count { !$0.hasAsyncForm })")
    return table.lines
  }

  private static func list(_ title: String, _ entries: [(place: DeclarationPlace, text: String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    var lines = ["", "\(title.uppercased()): \(entries.count)"]
    for (place, text) in entries.prefix(placeLimit) {
      lines.append("  \(place.path):\(place.line)\(text.isEmpty ? "" : ":")")
      lines += text.wrapped(indentation: "      ")
    }
    if entries.count > placeLimit { lines.append(more(entries.count - placeLimit)) }
    return lines
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
