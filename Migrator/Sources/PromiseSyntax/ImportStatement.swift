package import SwiftSyntax

/// An `import` declaration.
package struct ImportStatement {
  package let declaration: ImportDeclSyntax

  package init(_ declaration: ImportDeclSyntax) { self.declaration = declaration }

  /// The name of the module.
  package var module: String { declaration.path.first?.name.text ?? "" }

  /// The names after the module: a submodule, or the imported declaration.
  package var submodule: [String] { declaration.path.dropFirst().map(\.name.text) }

  /// The kind of the imported declaration, such as `class`.
  package var kind: String? { declaration.importKindSpecifier?.text }

  /// The names of the attributes, such as `testable`.
  package var attributes: [String] {
    declaration.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedText }
  }

  /// The names of the SPIs that are imported.
  package var spis: [String] {
    declaration.attributes.compactMap { attribute in
      guard let attribute = attribute.as(AttributeSyntax.self), attribute.attributeName.trimmedText == "_spi"
      else { return nil }
      return attribute.arguments?.trimmedText
    }
  }

  /// Returns all imports of a file, including those inside `#if`.
  package static func all(in tree: SourceFileSyntax) -> [ImportStatement] {
    final class Visitor: SyntaxVisitor {
      var imports: [ImportStatement] = []
      override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        imports.append(ImportStatement(node))
        return .skipChildren
      }
      // Imports stand at the top level only.
      override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
      override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.imports
  }
}
