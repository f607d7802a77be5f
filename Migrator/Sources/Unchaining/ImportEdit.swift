import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The import for `get()` and `Promise { try await … }`, which PromiseConcurrency declares.
enum ImportEdit {
  /// Returns the edit that lets a file import PromiseConcurrency, unless it does already.
  static func edit(for source: SourceText) -> Edit? {
    let imports = ImportStatement.all(in: source.tree)
    let complete: Set<String> = [
      "PromiseConcurrency", "PromiseFoundation", "PromiseTesting", "PromiseKitVocabulary",
      "PromiseKitFoundationVocabulary", "GooglePromisesVocabulary",
    ]
    guard !imports.contains(where: { complete.contains($0.module) && $0.kind == nil }) else { return nil }
    // PromiseConcurrency contains PromiseCore.
    if let core = imports.first(where: { $0.module == "PromiseCore" && $0.kind == nil && $0.submodule.isEmpty }) {
      return Edit(replacing: core.declaration.path.first!.name, with: "PromiseConcurrency")
    }
    guard let last = imports.last else {
      return Edit(inserting: "import PromiseConcurrency\n\n", at: source.tree.positionAfterSkippingLeadingTrivia)
    }
    let indentation = Indentation.ofLine(
      at: last.declaration.positionAfterSkippingLeadingTrivia.utf8Offset, in: source.text)
    return Edit(
      inserting: "\n\(indentation)import PromiseConcurrency", at: last.declaration.endPositionBeforeTrailingTrivia)
  }

  /// Returns the import of another library, whose chains cannot be waited for.
  static func otherLibrary(in source: SourceText) -> ImportStatement? {
    ImportStatement.all(in: source.tree).first { ["PromiseKit", "Promises"].contains($0.module) }
  }
}
