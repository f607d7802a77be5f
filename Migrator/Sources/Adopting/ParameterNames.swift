import SourceEditing
import SwiftSyntax

/// Changes the name of a generic parameter in an extension, except where a declaration has its own parameter of that
/// name.
final class ParameterNames: SyntaxVisitor {
  private let scribe: Scribe
  private let old: String
  private let new: String

  init(_ scribe: Scribe, from old: String, to new: String) {
    self.scribe = scribe
    self.old = old
    self.new = new
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.memberBlock.members.contains(where: declares) { return .skipChildren }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == old { scribe.replace(node.name, with: new) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == old, !node.isMemberName { scribe.replace(node.baseName, with: new) }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.genericParameterClause) }

  private func enter(_ clause: GenericParameterClauseSyntax?) -> SyntaxVisitorContinueKind {
    clause?.parameters.contains { $0.name.text == old } == true ? .skipChildren : .visitChildren
  }

  /// Whether a member is a type of that name.
  private func declares(_ member: MemberBlockItemSyntax) -> Bool {
    member.decl.as(TypeAliasDeclSyntax.self)?.name.text == old
  }
}
