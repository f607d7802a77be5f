import PromiseSyntax
import SwiftSyntax

extension ImportStatement {
  /// Whether only a declaration or a submodule is imported.
  var isScoped: Bool { kind != nil || !submodule.isEmpty }

  /// The statement that consists of the import.
  var item: CodeBlockItemSyntax? { declaration.parent?.as(CodeBlockItemSyntax.self) }

  /// The lists of statements that contain the import, from the inside out.
  private var scopes: [SyntaxIdentifier] {
    sequence(first: Syntax(declaration), next: \.parent).filter { $0.is(CodeBlockItemListSyntax.self) }.map(\.id)
  }

  var isAtTopLevel: Bool { scopes.count == 1 }

  /// Whether the import is in effect wherever another one is.
  func isVisible(at other: ImportStatement) -> Bool { scopes.first.map(other.scopes.contains) ?? false }

  /// Whether another import adds nothing to this one.
  func covers(_ other: ImportStatement) -> Bool {
    isVisible(at: other) && declaration.modifiers.normalized == other.declaration.modifiers.normalized
      && (attributes.contains("_exported") || !other.attributes.contains("_exported"))
  }

  /// The `#if` around the import, if it has one branch.
  var onlyBlock: IfConfigDeclSyntax? {
    guard let clause = item?.parent?.parent?.as(IfConfigClauseSyntax.self),
      let block = clause.parent?.parent?.as(IfConfigDeclSyntax.self), block.clauses.count == 1
    else { return nil }
    return block
  }
}

extension IfConfigDeclSyntax {
  /// Whether the only branch consists of some imports.
  func isMade(of imports: Set<SyntaxIdentifier>) -> Bool {
    guard let clause = clauses.first, case .statements(let items) = clause.elements else { return false }
    return items.allSatisfy { $0.item.as(ImportDeclSyntax.self).map { imports.contains($0.id) } ?? false }
  }
}

/// Finds the branches of all `#if` of a file.
final class IfConfigClauses: SyntaxVisitor {
  private(set) var found: [IfConfigClauseSyntax] = []

  init(_ tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}
