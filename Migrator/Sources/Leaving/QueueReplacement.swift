import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// A queue that only one file sees, and that it uses in ways for which plain Swift has a counterpart.
///
/// `AsyncQueue` returns tasks instead of promises: `queue.add { … }.get()` becomes `queue.add { … }.value`, and
/// `Task(queue.add { … })` becomes `queue.add { … }`.
enum QueueReplacement {
  /// Returns the replacements of all queues of a file.
  static func all(in tree: SourceFileSyntax, _ writer: PlainWriter) -> [Replacement] {
    guard writer.program.accepts(.asyncQueue) else { return [] }
    let collector = QueueCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    return collector.queues.sorted { $0.key < $1.key }.compactMap { name, bindings in
      guard bindings.count == 1, let binding = bindings.first else { return nil }
      return replacement(of: binding, uses: collector.uses[name] ?? [], writer)
    }
  }

  private static func replacement(
    of binding: PatternBindingSyntax, uses: [DeclReferenceExprSyntax], _ writer: PlainWriter
  ) -> Replacement? {
    guard isPrivate(binding), let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      call.arguments.allSatisfy({ $0.label?.text == "maxConcurrent" })
    else { return nil }
    var result = [Edit(replacing: call.calledExpression, with: "AsyncQueue")]
    for use in uses {
      guard let edits = edits(for: use, writer) else { return nil }
      result += edits
    }
    return Replacement(edits: result, files: [.asyncQueue])
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
    guard body.text != closure.trimmedText else { return result }
    // The closure may contain another use.
    let capture = "{ [self] in"
    if closure.isAsync, closure.signature == nil, body.text.hasPrefix(capture) {
      return result + [Edit(replacing: closure.leftBrace, with: capture)]
    }
    return result + [Edit(replacing: closure, with: body.text)]
  }

  /// Returns the edits for what is done with the result of `add`.
  private static func resultEdits(of call: FunctionCallExprSyntax) -> [Edit]? {
    let end = call.endPositionBeforeTrailingTrivia
    guard let parent = call.parent else { return nil }
    if ExprSyntax(call).isDiscarded { return [] }
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
    return next.member?.name == "cauterize" && ExprSyntax(next).isDiscarded ? rest("") : nil
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
