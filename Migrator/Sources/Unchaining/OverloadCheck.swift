import PromiseSyntax
import SwiftSyntax

/// Looks for calls that mean a promise, and that mean the async form of the function once they are in an async function.
final class OverloadCheck: SyntaxVisitor {
  private let writer: ChainWriter
  private(set) var reason: LeaveReason?

  init(_ writer: ChainWriter) {
    self.writer = writer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if !writer.awaitedCalls.contains(node.id), isChosenWithoutType(node),
      writer.knowledge.function(calledBy: node, in: writer.function)?.hasAsyncForm == true, reason == nil
    {
      reason = LeaveReason(
        .asyncFormPreferred, at: node,
        "Async code would call the async form of \(node.calledExpression.trimmedDescription). Write the type: \(node.trimmedDescription) as Promise<…>."
      )
    }
    return .visitChildren
  }

  /// Whether nothing around a call tells that a promise is meant: `f()`, `let x = f()`, `_ = f()`.
  private func isChosenWithoutType(_ call: FunctionCallExprSyntax) -> Bool {
    guard let parent = call.parent else { return false }
    if parent.is(CodeBlockItemSyntax.self) { return true }
    if let initializer = parent.as(InitializerClauseSyntax.self) {
      return initializer.parent?.as(PatternBindingSyntax.self)?.typeAnnotation == nil
    }
    if let list = parent.as(ExprListSyntax.self) { return list.first?.is(DiscardAssignmentExprSyntax.self) == true }
    return false
  }

  // Other closures remain synchronous.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    writer.movedClosures.contains(node.id) ? .visitChildren : .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
