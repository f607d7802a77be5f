import PromiseSyntax
import SwiftSyntax

/// Code that looks at the errors of time limits and races.
enum ErrorPatterns {
  /// Whether a file looks at the error of a time limit elsewhere than in a `catch` clause around the only limit.
  static func examinesTimeouts(_ tree: SourceFileSyntax) -> Bool {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(tree)
    return collector.timeoutMentions > collector.clauseCount
  }

  /// Returns the `catch` clauses that handle the error of a time limit, if no other limit could be meant.
  static func timeoutClauses(around call: FunctionCallExprSyntax) -> [CatchItemSyntax] {
    var found: [CatchItemSyntax] = []
    var node = Syntax(call)
    while let parent = node.parent, !parent.is(ClosureExprSyntax.self), !parent.is(FunctionDeclSyntax.self) {
      if let statement = parent.as(DoStmtSyntax.self), statement.body.id == node.id {
        found += timeoutClauses(of: statement)
      }
      node = parent
    }
    return found
  }

  private static func timeoutClauses(of statement: DoStmtSyntax) -> [CatchItemSyntax] {
    let items = statement.catchClauses.flatMap { $0.catchItems }
      .filter { $0.pattern?.isWritten("PromiseError.timedOut") == true && $0.whereClause == nil }
    guard !items.isEmpty else { return [] }
    let counter = LimitCounter(viewMode: .sourceAccurate)
    counter.walk(statement.body)
    return counter.count == 1 ? items : []
  }

  private final class Collector: SyntaxVisitor {
    var timeoutMentions = 0
    var clauseCount = 0

    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
      clauseCount += timeoutClauses(of: node).count
      return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      if node.baseName.text == "timedOut" { timeoutMentions += 1 }
      return .skipChildren
    }
  }

  private final class LimitCounter: SyntaxVisitor {
    var count = 0

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.member?.name == "timeout" || node.member?.name == "get" && node.argument("timeout") != nil { count += 1 }
      return .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
