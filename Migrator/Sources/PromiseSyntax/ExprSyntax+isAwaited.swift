package import SwiftSyntax

extension ExprSyntax {
  /// Whether an `await` covers the expression.
  package var isAwaited: Bool {
    var child = Syntax(self)
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .awaitExpr: return true
      case .closureExpr, .codeBlockItem, .memberBlockItem: return false
      // In `await a + b`, the parser gives only `a` to `await`.
      case .exprList(let list) where parent.parent?.is(SequenceExprSyntax.self) ?? false:
        if list.contains(where: { $0.position < child.position && $0.beginsWithAwait }) { return true }
      default: break
      }
      child = parent
    }
    return false
  }

  private var beginsWithAwait: Bool {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.beginsWithAwait }
    return self.is(AwaitExprSyntax.self)
  }
}
