package import SwiftSyntax

extension ExprSyntax {
  /// Whether an `await` covers the expression.
  package var isAwaited: Bool { isCovered { $0.is(AwaitExprSyntax.self) } }

  /// Whether a `try`, `try?` or `try!` covers the expression.
  package var isTried: Bool { isCovered { $0.is(TryExprSyntax.self) } }

  private func isCovered(by isKeyword: (ExprSyntax) -> Bool) -> Bool {
    var child = Syntax(self)
    while let parent = child.parent {
      if let expression = parent.as(ExprSyntax.self), isKeyword(expression) { return true }
      switch parent.as(SyntaxEnum.self) {
      case .closureExpr, .codeBlockItem, .memberBlockItem: return false
      // In `await a + b`, the parser gives only `a` to `await`.
      case .exprList(let list) where parent.parent?.is(SequenceExprSyntax.self) ?? false:
        if list.contains(where: { $0.position < child.position && $0.begins(with: isKeyword) }) { return true }
      default: break
      }
      child = parent
    }
    return false
  }

  private func begins(with isKeyword: (ExprSyntax) -> Bool) -> Bool {
    if isKeyword(self) { return true }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.begins(with: isKeyword) }
    if let wait = self.as(AwaitExprSyntax.self) { return wait.expression.begins(with: isKeyword) }
    return false
  }
}
