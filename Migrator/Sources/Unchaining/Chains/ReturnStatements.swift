import SwiftSyntax

/// Finds the `return` statements that leave a function or a closure.
enum ReturnStatements {
  /// Returns the `return` statements in `statements`, not including those of nested closures and functions.
  static func all(in statements: CodeBlockItemListSyntax) -> [ReturnStmtSyntax] {
    let collector = ReturnCollector(viewMode: .sourceAccurate)
    collector.walk(statements)
    return collector.found
  }

  /// Returns the expressions that `returns` return, or the only expression of `statements`.
  static func results(of statements: CodeBlockItemListSyntax, _ returns: [ReturnStmtSyntax]) -> [ExprSyntax] {
    let returned = returns.compactMap(\.expression)
    if returned.isEmpty, statements.count == 1, case .expr(let only) = statements.first!.item { return [only] }
    return returned
  }

  /// Whether a statement is the last one, so that the statements end in the same way without `return`.
  static func isAtEnd(_ statement: Syntax, of statements: CodeBlockItemListSyntax) -> Bool {
    var node = statement
    while let item = node.parent {
      if let list = item.as(CodeBlockItemListSyntax.self) {
        guard list.last?.id == node.id else { return false }
        if list.id == statements.id { return true }
      }
      // A loop continues, and the body of `guard` must exit.
      if item.is(ForStmtSyntax.self) || item.is(WhileStmtSyntax.self) || item.is(RepeatStmtSyntax.self)
        || item.is(GuardStmtSyntax.self) || item.is(DoStmtSyntax.self) || item.is(SwitchCaseSyntax.self)
      {
        return false
      }
      node = item
    }
    return false
  }

  /// Whether a statement is the last one of its path through some statements, so that what follows them runs next. Each
  /// branch of an `if` or a `switch` at the end is a path.
  static func endsPath(_ statement: Syntax, of statements: CodeBlockItemListSyntax) -> Bool {
    var node = statement
    while let parent = node.parent {
      if let list = parent.as(CodeBlockItemListSyntax.self) {
        guard list.last?.id == node.id else { return false }
        if list.id == statements.id { return true }
      }
      switch parent.as(SyntaxEnum.self) {
      case .forStmt, .whileStmt, .repeatStmt, .guardStmt, .doStmt: return false
      default: node = parent
      }
    }
    return false
  }

  /// Whether a `catch` of the same function or closure handles errors at a `return`.
  static func isCaught(_ statement: Syntax) -> Bool {
    var node = statement
    while let parent = node.parent, !parent.is(ClosureExprSyntax.self), !parent.is(FunctionDeclSyntax.self) {
      // The errors of a `catch` clause leave the statement that it belongs to.
      if let block = parent.as(DoStmtSyntax.self), !block.catchClauses.isEmpty, node.id == block.body.id { return true }
      node = parent
    }
    return false
  }
}

private final class ReturnCollector: SyntaxVisitor {
  var found: [ReturnStmtSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
