import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes `T`, PromiseKit's name of the type of a promise's value, to `Value`.
///
/// The old name is in the SPI, which a public declaration cannot use.
final class ValueNames: SyntaxVisitor {
  private let scribe: Scribe

  init(_ scribe: Scribe) {
    self.scribe = scribe
    super.init(viewMode: .sourceAccurate)
  }

  private static let types: Set<String> = ["Promise", "Guarantee", "Thenable", "CatchMixin"]

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if Self.types.contains(node.extendedType.nameWithoutModule) {
      ParameterNames(scribe, from: "T", to: "Value").walk(node)
    }
    return .visitChildren
  }

  /// `U.T`, where `U` is a generic parameter that is a thenable.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "T", let base = node.baseType.as(IdentifierTypeSyntax.self), isThenable(base) {
      scribe.replace(node.name, with: "Value")
    }
    return .visitChildren
  }

  private func isThenable(_ base: IdentifierTypeSyntax) -> Bool {
    for parent in sequence(first: Syntax(base), next: \.parent) {
      let clauses = [
        parent.as(FunctionDeclSyntax.self)?.genericParameterClause,
        parent.as(InitializerDeclSyntax.self)?.genericParameterClause,
        parent.as(StructDeclSyntax.self)?.genericParameterClause,
        parent.as(ClassDeclSyntax.self)?.genericParameterClause,
      ]
      for parameter in clauses.compactMap({ $0 }).flatMap(\.parameters) where parameter.name.text == base.name.text {
        return parameter.inheritedType.map { Self.types.contains($0.nameWithoutModule) } ?? false
      }
    }
    return false
  }
}

extension TypeSyntax {
  /// The name of a type, without PromiseKit's before it.
  var nameWithoutModule: String {
    let text = trimmedText
    return text.hasPrefix("PromiseKit.") ? String(text.dropFirst("PromiseKit.".count)) : text
  }
}
