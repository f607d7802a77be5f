import SwiftSyntax

extension ExprSyntax {
  /// Whether the expression is a statement whose value is not used. The only expression of a block may be its result.
  var isDiscarded: Bool {
    guard let items = parent?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self),
      let owner = items.parent?.parent
    else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return items.count > 1 || function.signature.returnClause == nil
    }
    // `let x = if … { f() } else { g() }`
    if owner.is(IfExprSyntax.self) { return items.count > 1 || owner.parent?.is(ExpressionStmtSyntax.self) == true }
    return items.count > 1
  }
}
