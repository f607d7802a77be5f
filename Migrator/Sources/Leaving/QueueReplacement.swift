import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// A queue that only one file sees, and that it uses in ways for which plain Swift has a counterpart.
///
/// `AsyncQueue` returns tasks instead of promises: `queue.add { … }.get()` becomes `queue.add { … }.value`, and
/// `Task(queue.add { … })` becomes `queue.add { … }`.
struct QueueReplacement {
  private(set) var edits: [Edit] = []

  /// Returns the replacements of all queues of a file.
  static func all(in tree: SourceFileSyntax, _ writer: PlainWriter) -> [QueueReplacement] {
    let collector = QueueCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    return collector.queues.compactMap { name, bindings in
      guard bindings.count == 1, let binding = bindings.first else { return nil }
      return QueueReplacement(binding, named: name, uses: collector.uses[name] ?? [], writer)
    }
  }

  private init?(
    _ binding: PatternBindingSyntax, named name: String, uses: [DeclReferenceExprSyntax], _ writer: PlainWriter
  ) {
    guard Self.isPrivate(binding), let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      call.arguments.allSatisfy({ $0.label?.text == "maxConcurrent" })
    else { return nil }
    edits.append(Edit(replacing: call.calledExpression, with: "AsyncQueue"))
    for use in uses {
      guard let edits = Self.edits(for: use, writer) else { return nil }
      self.edits += edits
    }
  }

  /// Whether a variable is not visible in other files.
  private static func isPrivate(_ binding: PatternBindingSyntax) -> Bool {
    guard let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    let isLocal =
      declaration.parent?.is(CodeBlockItemSyntax.self) == true
      && declaration.parent?.parent?.parent?.is(SourceFileSyntax.self) != true
    return isLocal || declaration.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
  }

  /// Returns the edits for a use, or `nil` if it has no counterpart.
  private static func edits(for use: DeclReferenceExprSyntax, _ writer: PlainWriter) -> [Edit]? {
    let qualified = use.parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.id == use.id ? $0 : nil }
    if let qualified, qualified.base?.isWritten("self") != true { return nil }
    let queue = qualified.map(ExprSyntax.init) ?? ExprSyntax(use)
    guard let member = queue.parent?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "add",
      let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id,
      let closure = call.onlyClosure, let body = writer.asyncClosure(closure, isCalledLater: true),
      let result = resultEdits(of: call)
    else { return nil }
    return result + (body.text == closure.trimmedText ? [] : [Edit(replacing: closure, with: body.text)])
  }

  /// Returns the edits for what is done with the result of `add`.
  private static func resultEdits(of call: FunctionCallExprSyntax) -> [Edit]? {
    let end = call.endPositionBeforeTrailingTrivia
    guard let parent = call.parent else { return nil }
    if isDiscarded(call) { return [] }
    if let argument = parent.as(LabeledExprSyntax.self), argument.label == nil,
      let task = argument.parent?.parent?.as(FunctionCallExprSyntax.self), task.freeName == "Task",
      task.arguments.count == 1, task.trailingClosure == nil
    {
      let start = call.positionAfterSkippingLeadingTrivia
      return [
        Edit(from: task.positionAfterSkippingLeadingTrivia, to: start, ""),
        Edit(from: end, to: task.endPositionBeforeTrailingTrivia, ""),
      ]
    }
    guard let next = parent.as(MemberAccessExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self) else { return nil }
    let rest = { (text: String) in [Edit(from: end, to: next.endPositionBeforeTrailingTrivia, text)] }
    if let awaited = AwaitedPromise(next) { return awaited.argument("timeout") == nil ? rest(".value") : nil }
    return next.member?.name == "cauterize" && isDiscarded(next) ? rest("") : nil
  }

  /// Whether an expression is a statement whose value is not used. The only expression of a block may be its result.
  private static func isDiscarded(_ call: FunctionCallExprSyntax) -> Bool {
    guard let items = call.parent?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self) else {
      return false
    }
    if items.count > 1 { return true }
    let function = items.parent?.parent?.as(FunctionDeclSyntax.self)
    return function.map { $0.signature.returnClause == nil } ?? false
  }
}

/// Collects the queues of a file and all uses of their names.
private final class QueueCollector: SyntaxVisitor {
  var queues: [String: [PatternBindingSyntax]] = [:]
  var uses: [String: [DeclReferenceExprSyntax]] = [:]

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, node.typeAnnotation == nil,
      let call = node.initializer?.value.as(FunctionCallExprSyntax.self), call.freeName == "PromiseQueue"
    {
      queues[name, default: []].append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    uses[node.baseName.text, default: []].append(node)
    return .skipChildren
  }
}
