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
    if reason == nil, !writer.awaitedCalls.contains(node.id), isChosenWithoutType(node),
      writer.knowledge.isAsyncPreferred(node, in: writer.function)
    {
      let call = node.calledExpression.trimmedDescription
      reason = LeaveReason(
        .asyncFormPreferred, at: node,
        "Async code would call the async form of \(call). Write the type of the value: \(node.trimmedDescription) as Promise<…>."
      )
    }
    return .visitChildren
  }

  /// Whether nothing around a call tells what is meant.
  private func isChosenWithoutType(_ call: FunctionCallExprSyntax) -> Bool {
    var node = Syntax(call)
    while let parent = node.parent {
      if parent.is(AwaitExprSyntax.self) || parent.is(MemberAccessExprSyntax.self) || parent.is(ReturnStmtSyntax.self) {
        return false
      }
      if let initializer = parent.as(InitializerClauseSyntax.self) {
        return initializer.parent?.as(PatternBindingSyntax.self)?.typeAnnotation == nil
      }
      if let list = parent.as(ExprListSyntax.self) {
        // An assignment tells the type, and so does `as`.
        let isDiscarded = list.first?.is(DiscardAssignmentExprSyntax.self) == true
        return isDiscarded && !list.contains { $0.is(UnresolvedAsExprSyntax.self) }
      }
      if let argument = parent.as(LabeledExprSyntax.self),
        let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        let name = outer.calledExpression.trimmedDescription
        return !["when", "race", "all", "any", "Promise", "Guarantee"].contains(name)
      }
      if parent.is(CodeBlockItemSyntax.self) { return true }
      node = parent
    }
    return false
  }

  // Other closures remain synchronous.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    writer.movedClosures.contains(node.id) ? .visitChildren : .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
