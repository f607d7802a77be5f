import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Adds the import that twins need.
struct ImportPlacement {
  private let source: SourceText
  private let imports: [ImportStatement]

  init(_ source: SourceText) {
    self.source = source
    imports = ImportStatement.all(in: source.tree)
  }

  /// The import of another library whose promises have the same name.
  var otherLibrary: ImportStatement? { imports.first { ["PromiseKit", "Promises"].contains($0.module) } }

  /// Returns the edit that imports a module, unless the file does already.
  ///
  /// - Parameters:
  ///   - isPublic: Whether a public declaration uses the module.
  func edit(importing module: String, isPublic: Bool, knowing knowledge: Knowledge) -> Edit? {
    let sufficient = Self.sufficientModules[module] ?? [module]
    guard !imports.contains(where: { $0.kind == nil && sufficient.contains($0.module) }) else { return nil }
    // PromiseConcurrency contains PromiseCore.
    if module == "PromiseConcurrency",
      let core = imports.first(where: { $0.module == "PromiseCore" && $0.kind == nil && $0.submodule.isEmpty })
    {
      return Edit(replacing: core.declaration.path.first!.name, with: module)
    }
    let line = "\(access(module, isPublic, knowledge))import \(module)"
    let ofFile = source.tree.statements.last { $0.item.is(ImportDeclSyntax.self) }
    if let ofFile { return Edit(inserting: "\n\(line)", at: ofFile.endPosition) }
    return Edit(inserting: "\(line)\n\n", at: beginning)
  }

  /// The modules that export a module.
  private static let sufficientModules: [String: Set<String>] = [
    "PromiseCore": [
      "PromiseCore", "PromiseConcurrency", "PromiseFoundation", "PromiseTesting", "PromiseTracing",
      "PromiseKitVocabulary", "PromiseKitFoundationVocabulary", "GooglePromisesVocabulary",
    ],
    "PromiseConcurrency": [
      "PromiseConcurrency", "PromiseFoundation", "PromiseKitVocabulary", "PromiseKitFoundationVocabulary",
      "GooglePromisesVocabulary",
    ],
  ]

  /// The access modifier of the import.
  ///
  /// All files of a module must import another module with a modifier, or all without one, unless imports are internal
  /// by default.
  private func access(_ module: String, _ isPublic: Bool, _ knowledge: Knowledge) -> String {
    let explicit = isPublic ? "public " : "internal "
    let known = knowledge.imports.values
    if known.contains(where: { $0.count > 1 }) {
      let isExplicit = imports.allSatisfy { ImportAccess($0) == .explicit } && !imports.isEmpty
      return isPublic || isExplicit ? explicit : ""
    }
    if let ofModule = knowledge.imports[module] { return ofModule == [.explicit] ? explicit : "" }
    return known.contains([.explicit]) ? explicit : ""
  }

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
