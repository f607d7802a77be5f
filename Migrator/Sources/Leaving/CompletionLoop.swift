import PromiseSyntax
import SwiftSyntax

/// A loop over the results of `concurrentMap` in the order of completion, without a statement that leaves it.
///
/// The sequence is written in the loop, or is a constant that is declared before the loop and not used elsewhere:
///
/// ```swift
/// let results = items.concurrentMap(maxConcurrent: n, order: .completion) { … }
/// for try await result in results { … }
/// ```
struct CompletionLoop {
  let transform: ClosureExprSyntax
  /// The statements that the call replaces.
  let nodes: [Syntax]
  private let call: FunctionCallExprSyntax
  private let loop: ForStmtSyntax

  init?(_ loop: ForStmtSyntax) {
    guard loop.awaitKeyword != nil, loop.whereClause == nil, loop.pattern.is(IdentifierPatternSyntax.self),
      loop.typeAnnotation == nil, loop.parent?.is(LabeledStmtSyntax.self) != true, !JumpFinder.hasJump(in: loop.body)
    else { return nil }
    let declared = Self.sequenceBefore(loop)
    guard let call = (declared?.sequence ?? loop.sequence).as(FunctionCallExprSyntax.self),
      call.member?.name == "concurrentMap", call.additionalTrailingClosures.isEmpty,
      let transform = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      call.arguments.count == (call.trailingClosure == nil ? 3 : 2), call.argument("maxConcurrent") != nil,
      call.argument("order")?.isWritten(".completion") == true
    else { return nil }
    (self.transform, self.call, self.loop) = (transform, call, loop)
    nodes = (declared.map { [Syntax($0.declaration)] } ?? []) + [Syntax(loop)]
  }

  private static func sequenceBefore(
    _ loop: ForStmtSyntax
  ) -> (declaration: VariableDeclSyntax, sequence: ExprSyntax)? {
    guard let name = loop.sequence.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let item = loop.parent?.as(CodeBlockItemSyntax.self), let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let index = items.firstIndex(where: { $0.id == item.id }), index > items.startIndex,
      let declaration = items[items.index(before: index)].item.as(VariableDeclSyntax.self),
      declaration.bindings.count == 1, let binding = declaration.bindings.first, let value = binding.initializer?.value,
      binding.pattern.isWritten(name), binding.typeAnnotation == nil,
      items.tokens(viewMode: .sourceAccurate).count(where: { $0.text == name }) == 2
    else { return nil }
    return (declaration, value)
  }

  /// Returns the call that replaces the loop.
  func text(transform: String) -> String {
    let limit = call.argument("maxConcurrent")!.trimmedText
    let text = loop.body.trimmedText.dropFirst()
    let body = text.first?.isWhitespace == true ? String(text) : " " + text
    return "try await \(call.member!.base.trimmedText).concurrentForEach(maxConcurrent: \(limit)) \(transform) "
      + "receive: { \(loop.pattern.trimmedText) in\(body)"
  }
}

/// Finds statements that leave a loop or the function around it.
private final class JumpFinder: SyntaxVisitor {
  private var isFound = false

  static func hasJump(in body: CodeBlockSyntax) -> Bool {
    let finder = JumpFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.isFound
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func find() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
}
