import PromiseSyntax
import SwiftSyntax

/// Finds calls whose meaning changes in an async function.
final class AsyncCallCheck: SyntaxVisitor {
  private let writer: ChainWriter
  private(set) var reason: LeaveReason?

  init(_ writer: ChainWriter) {
    self.writer = writer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard reason == nil else { return .skipChildren }
    var call: String { node.calledExpression.trimmedText }
    if Self.blocks(node) {
      reason = LeaveReason(
        .blocking, at: node, "\(call) blocks the thread, which async code must not do. Return the promise, or await it."
      )
    }
    let isAwaited = writer.record.awaitedCalls.contains(node.id)
    if !isAwaited, !isTyped(node), writer.context.overloads(of: node, isPromise: false) != nil {
      reason = .overloaded(node)
    }
    if !isAwaited, isChosenWithoutType(node),
      writer.context.knowledge.isAsyncPreferred(node, in: writer.context.caller)
    {
      reason = LeaveReason(
        .asyncFormPreferred, at: node,
        "Async code would call the async form of \(call). Write the type of the value: \(node.trimmedText) as Promise<…>."
      )
    }
    return .visitChildren
  }

  /// A reference to a function, without a call, may refer to its async form.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isMember = member?.declName.id == node.id
    let expression = isMember ? ExprSyntax(member!) : ExprSyntax(node)
    let isCalled = expression.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id
    let isOfSelf = member?.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    if reason == nil, !isCalled, !isMember || isOfSelf, node.baseName.text != "self",
      let initializer = expression.parent?.as(InitializerClauseSyntax.self),
      initializer.parent?.as(PatternBindingSyntax.self)?.typeAnnotation == nil,
      writer.context.knowledge.isAsync(functionNamed: node.baseName.text, in: writer.context.caller)
    {
      reason = LeaveReason(
        .asyncFormPreferred, at: node,
        "In async code, \(node.baseName.text) may be its async form. Write the type of the constant.")
    }
    return .visitChildren
  }

  /// Whether a call blocks its thread, or is not available in async code.
  private static func blocks(_ call: FunctionCallExprSyntax) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      return ["sleep", "usleep"].contains(call.calledExpression.trimmedText)
    }
    let name = member.declName.baseName.text
    let labels = call.arguments.map { $0.label?.text }
    switch name {
    case "wait":
      return call.trailingClosure == nil && labels.allSatisfy { ["timeout", "wallTimeout", "until"].contains($0) }
    case "lock", "unlock", "waitUntilAllOperationsAreFinished", "waitUntilFinished":
      return call.arguments.isEmpty && call.trailingClosure == nil
    case "sleep": return member.base?.isWritten("Thread") == true
    case "sync": return call.trailingClosure != nil || labels.contains("execute")
    default: return false
    }
  }

  /// Whether the type of a call is written, as in `load() as Promise<Int>`.
  private func isTyped(_ call: FunctionCallExprSyntax) -> Bool {
    let elements = call.parent?.as(ExprListSyntax.self)
    return elements?.contains { $0.is(UnresolvedAsExprSyntax.self) } ?? false
  }

  /// Whether nothing around a call determines which function is meant.
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
        // An assignment or `as` determines the type.
        let isDiscarded = list.first?.is(DiscardAssignmentExprSyntax.self) == true
        return isDiscarded && !list.contains { $0.is(UnresolvedAsExprSyntax.self) }
      }
      if let argument = parent.as(LabeledExprSyntax.self),
        let outer = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        let name = outer.calledExpression.trimmedText
        return !["when", "race", "all", "any", "Promise", "Guarantee"].contains(name)
      }
      if parent.is(CodeBlockItemSyntax.self) { return true }
      node = parent
    }
    return false
  }

  // Other closures remain synchronous.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    writer.record.movedClosures.contains(node.id) ? .visitChildren : .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
