import SwiftSyntax

/// Finds the values that a closure returns.
final class ReturnedValues: SyntaxVisitor {
  private(set) var values: [ExprSyntax] = []

  init(_ closure: ClosureExprSyntax) {
    super.init(viewMode: .sourceAccurate)
    if closure.statements.count == 1, case .expr(let expression) = closure.statements.first!.item {
      values.append(expression)
    }
    walk(closure.statements)
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { values.append(expression) }
    return .visitChildren
  }

  // Functions inside the closure return values of their own.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
