package import SourceEditing
import SwiftSyntax

/// The import that new code needs.
package struct AddedImport {
  private let source: SourceText
  package let imports: [ImportStatement]

  package init(_ source: SourceText) {
    self.source = source
    imports = ImportStatement.all(in: source.tree)
  }

  /// The import of another library whose promises have the same name.
  package var otherLibrary: ImportStatement? { imports.first { ["PromiseKit", "Promises"].contains($0.module) } }

  /// Returns the edit that imports a module, unless the file already does.
  ///
  /// - Parameter access: The access modifier of the import, if it needs one.
  package func edit(importing module: String, access: String? = nil) -> Edit? {
    let sufficient = Self.sufficientModules[module] ?? [module]
    guard !imports.contains(where: { $0.kind == nil && sufficient.contains($0.module) }) else { return nil }
    // PromiseConcurrency contains PromiseCore.
    if module == "PromiseConcurrency",
      let core = imports.first(where: { $0.module == "PromiseCore" && $0.kind == nil && $0.submodule.isEmpty })
    {
      return Edit(replacing: core.declaration.path.first!.name, with: module)
    }
    let line = "\(access.map { $0 + " " } ?? "")import \(module)"
    let ofFile = source.tree.statements.last { $0.item.is(ImportDeclSyntax.self) }
    if let ofFile { return Edit(inserting: "\n\(line)", at: ofFile.endPosition) }
    return Edit(inserting: "\(line)\n\n", at: beginning)
  }

  /// The modules that export a module.
  private static let sufficientModules: [String: Set<String>] = [
    "PromiseCore": OwnModules.all, "PromiseConcurrency": OwnModules.exportingConcurrency,
  ]

  /// The position after the comments at the head of the file, which are followed by an empty line.
  private var beginning: AbsolutePosition {
    guard let first = source.tree.firstToken(viewMode: .sourceAccurate) else { return source.tree.position }
    var position = first.position
    var result = position
    for piece in first.leadingTrivia {
      position += piece.sourceLength
      switch piece {
      case .newlines(let count) where count > 1, .carriageReturnLineFeeds(let count) where count > 1: result = position
      case .docLineComment, .docBlockComment: return result
      default: break
      }
    }
    return result
  }
}
