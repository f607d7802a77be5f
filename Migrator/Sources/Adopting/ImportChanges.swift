import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes the imports of a file.
struct ImportChanges {
  private let scribe: Scribe
  private let origin: Origin
  private let needs: ModuleNeeds
  private let lines: TextLines

  init(_ scribe: Scribe, origin: Origin, needs: ModuleNeeds) {
    self.scribe = scribe
    self.origin = origin
    self.needs = needs
    lines = TextLines(scribe.source)
  }

  private var vocabularyImport: String { "@_spi(\(origin.spi)) import \(needs.vocabulary.rawValue)" }

  /// Changes the imports of the library and of its additions.
  func change() {
    let all = ImportStatement.all(in: scribe.source.tree)
    var changed: [ImportStatement] = []
    var removed: Set<SyntaxIdentifier> = []
    for statement in all where statement.module == origin.module {
      // Several imports of single declarations become one import of the module.
      if changed.contains(where: { $0.covers(statement) }), statement.isScoped {
        removed.insert(statement.declaration.id)
      } else {
        change(statement)
        changed.append(statement)
      }
      scribe.count()
    }
    for statement in all where origin.isAddition(statement.module) {
      if changed.contains(where: { $0.isVisible(at: statement) }) {
        removed.insert(statement.declaration.id)
      } else {
        change(statement)
        changed.append(statement)
      }
      scribe.count()
      explainAddition(statement)
    }
    let removedBlocks = remove(removed)
    for statement in all where origin.keptModules.contains(statement.module) { explainKept(statement) }
    changeConditions(except: removedBlocks)
    if needs.testing, !all.contains(where: { $0.module == "PromiseTesting" }), let first = changed.first {
      insert("import PromiseTesting", after: first.declaration)
      if origin == .promiseKit, !all.contains(where: { ["XCTest", "Testing", "Quick"].contains($0.module) }) {
        scribe.note(
          at: first.declaration, "hang-outside-tests",
          "`hang` is in `PromiseTesting`, which is for tests only.",
          explanation: "In an app, write `try promise.wait()`, and remove the import."
        )
      }
    }
  }

  /// Adds an import to a file that has none.
  func add() {
    let tree = scribe.source.tree
    let imports = ImportStatement.all(in: tree).filter { $0.isAtTopLevel }
    let text = needs.testing ? "\(vocabularyImport)\nimport PromiseTesting" : vocabularyImport
    if let last = imports.last {
      insert(text, after: last.declaration)
      noteAddition(at: last.declaration)
    } else {
      scribe.edit(Edit(range: headerEnd..<headerEnd, replacement: "\(text)\n\n"))
      noteAddition(at: tree)
    }
    scribe.count()
  }

  private func noteAddition(at node: some SyntaxProtocol) {
    scribe.note(
      at: node, "added-import", "An import was added, because the file relied on the import in another file.",
      explanation: "An `@_spi` import applies to its own file only. Remove the import if the promises are not those of "
        + "\(origin.title).")
  }

  // MARK: - Single imports

  private func change(_ statement: ImportStatement) {
    let declaration = statement.declaration
    let spi = "@_spi(\(origin.spi))"
    let dropped = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
      ["testable", "preconcurrency"].contains($0.attributeName.trimmedText)
    }
    if let first = dropped.first {
      scribe.edit(Edit(replacing: first, with: spi))
      for attribute in dropped.dropFirst() { scribe.edit(removing: attribute) }
    } else {
      scribe.edit(Edit(inserting: "\(spi) ", at: declaration.positionAfterSkippingLeadingTrivia))
    }
    if let kind = declaration.importKindSpecifier { scribe.edit(removing: kind) }
    scribe.edit(Edit(replacing: declaration.path, with: needs.vocabulary.rawValue))
    if statement.attributes.contains("_exported") {
      scribe.note(
        at: declaration, "exported-import",
        "Other files see the module through this import.",
        explanation:
          "An `@_spi` import applies to its own file only. An import was added to the files of this run that "
          + "rely on a re-export; add one to all others.")
    }
  }

  private func explainAddition(_ statement: ImportStatement) {
    guard statement.module != "PMKFoundation" else { return }
    let framework = statement.module.dropFirst("PMK".count)
    scribe.leave(
      at: statement.declaration, "sdk-additions",
      "`\(statement.module)` has no counterpart. FoundationAndSDK.md lists what to write instead, under \(framework).")
  }

  private func explainKept(_ statement: ImportStatement) {
    if statement.module.hasSuffix("TestHelpers") {
      scribe.note(
        at: statement.declaration, "kept-import", "The import of `\(statement.module)` was kept.",
        explanation:
          "The module uses no promises: copy its file into your tests, and remove the package google/promises.")
    } else {
      scribe.leave(
        at: statement.declaration, "objective-c",
        "`\(statement.module)` is for Objective-C and has no counterpart, so its import was kept.",
        explanation:
          "Keep the package google/promises for such files. “Both libraries at once” in Migration.md shows how "
          + "to convert between the promises of the two libraries.")
    }
  }

  /// Changes `#if canImport(PromiseKit)`.
  private func changeConditions(except removedBlocks: Set<SyntaxIdentifier>) {
    guard scribe.source.mentions("canImport") else { return }
    let clauses = IfConfigClauses(scribe.source.tree).found.filter { clause in
      !sequence(first: Syntax(clause), next: \.parent).contains { removedBlocks.contains($0.id) }
    }
    for condition in clauses.flatMap(CanImport.all) {
      if condition.module == origin.module {
        scribe.replace(condition.argument, with: needs.vocabulary.rawValue)
      } else if condition.module == "PMKFoundation", origin == .promiseKit {
        scribe.replace(condition.argument, with: Vocabulary.promiseKitFoundation.rawValue)
      }
    }
  }

  // MARK: - Lines

  /// Removes imports, and an `#if` that contains nothing else.
  ///
  /// - Returns: The blocks that were removed.
  private func remove(_ removed: Set<SyntaxIdentifier>) -> Set<SyntaxIdentifier> {
    var blocks: Set<SyntaxIdentifier> = []
    for statement in ImportStatement.all(in: scribe.source.tree) where removed.contains(statement.declaration.id) {
      guard let item = statement.item else { continue }
      if let block = statement.onlyBlock, block.isMade(of: removed), let item = block.parent {
        if blocks.insert(block.id).inserted { scribe.edit(Edit(range: lines.removal(item), replacement: "")) }
      } else {
        scribe.edit(Edit(range: lines.removal(item), replacement: ""))
      }
    }
    return blocks
  }

  /// Inserts a line, or several, after a statement.
  private func insert(_ text: String, after declaration: ImportDeclSyntax) {
    let source = scribe.source
    let item = declaration.parent?.as(CodeBlockItemSyntax.self).map(Syntax.init) ?? Syntax(declaration)
    guard let last = item.lastToken(viewMode: .sourceAccurate) else { return }
    let offset = last.endPosition.utf8Offset
    let lineEnd = lines.end(at: last.endPositionBeforeTrailingTrivia.utf8Offset)
    if offset < lineEnd, !lines.isBlank(offset..<lineEnd) {
      // Another statement follows on the same line.
      let statements = text.split(separator: "\n").map { "\($0); " }.joined()
      scribe.edit(Edit(range: offset..<offset, replacement: statements))
    } else {
      let start = declaration.positionAfterSkippingLeadingTrivia.utf8Offset
      let indentation = Indentation.ofLine(at: start, in: source.text)
      let inserted = text.split(separator: "\n").map { "\n\(indentation)\($0)" }.joined()
      scribe.edit(Edit(range: offset..<offset, replacement: inserted))
    }
  }

  /// The offset after the comment at the head of the file.
  private var headerEnd: Int {
    guard let first = scribe.source.tree.firstToken(viewMode: .sourceAccurate) else { return 0 }
    var offset = first.position.utf8Offset
    var end = scribe.source.tree.shebang == nil ? 0 : offset
    for piece in first.leadingTrivia {
      offset += piece.sourceLength.utf8Length
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        if count > 1 { end = offset }
      default: break
      }
    }
    return end
  }
}

extension Scribe {
  /// Removes a node and the spaces after it, up to a comment.
  func edit(removing node: some SyntaxProtocol) {
    let trailing = node.trailingTrivia.prefix { $0.isWhitespace }.reduce(0) { $0 + $1.sourceLength.utf8Length }
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset + trailing
    edit(Edit(range: node.positionAfterSkippingLeadingTrivia.utf8Offset..<end, replacement: ""))
  }
}
