import SwiftSyntax

extension IdentifierPatternSyntax {
  /// Whether the name is declared with `var`.
  var isVariable: Bool {
    var node = Syntax(self)
    while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
      let specifier =
        parent.as(VariableDeclSyntax.self)?.bindingSpecifier ?? parent.as(ValueBindingPatternSyntax.self)?
        .bindingSpecifier
        ?? parent.as(OptionalBindingConditionSyntax.self)?.bindingSpecifier
      if let specifier { return specifier.tokenKind == .keyword(.var) }
      node = parent
    }
    return false
  }

  /// The statements in which the name is visible.
  var scope: SyntaxIdentifier {
    var node = Syntax(self)
    while let parent = node.parent {
      // What a condition binds is visible in the body, except in a guard statement.
      if let statement = parent.as(IfExprSyntax.self), node.id == statement.conditions.id {
        return statement.body.statements.id
      }
      if let statement = parent.as(WhileStmtSyntax.self), node.id == statement.conditions.id {
        return statement.body.statements.id
      }
      if let statement = parent.as(ForStmtSyntax.self), node.id == statement.pattern.id {
        return statement.body.statements.id
      }
      if let clause = parent.as(CatchClauseSyntax.self), node.id == clause.catchItems.id {
        return clause.body.statements.id
      }
      if let label = parent.as(SwitchCaseSyntax.self), node.id == label.label.id { return label.statements.id }
      if parent.is(CodeBlockItemListSyntax.self) { return parent.id }
      node = parent
    }
    return node.id
  }
}
