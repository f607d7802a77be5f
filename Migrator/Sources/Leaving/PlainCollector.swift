import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Finds the awaited promises of a file that have a replacement. What is inside of another one comes first.
final class PlainCollector: SyntaxVisitor {
  private let writer: PlainWriter
  private(set) var replacements: [Replacement] = []

  init(_ writer: PlainWriter) {
    self.writer = writer
    super.init(viewMode: .sourceAccurate)
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard let awaited = AwaitedPromise(node), let plain = plain(awaited), plain.files.allSatisfy(writer.program.accepts)
    else { return }
    if plain.canThrow, !awaited.isTried {
      // Canceling the task ends the sleep of a timer, but the error is not wanted.
      guard plain.kind == .timer, let wait = node.parent?.as(AwaitExprSyntax.self), ExprSyntax(wait).isDiscarded else {
        return
      }
      return replace(Syntax(wait), with: "try? await " + plain.text, plain.files)
    }
    var edits: [Edit] = []
    if plain.kind == .limit {
      let clauses = ErrorPatterns.timeoutClauses(around: node)
      // The error of a limit that remains could pass through the clause.
      if !clauses.isEmpty, writer.program.keepsTimeouts { return }
      edits = clauses.map { Edit(replacing: $0, with: "is TimedOut") }
    }
    let isInCondition = plain.text.contains("{") && Syntax(node).isInCondition
    replace(Syntax(node), with: isInCondition ? "(\(plain.text))" : plain.text, plain.files, edits)
  }

  private func plain(_ awaited: AwaitedPromise) -> Plain? {
    guard let limit = awaited.argument("timeout") else { return writer.value(of: awaited.promise) }
    if let losers = awaited.argument("losers"), !losers.isWritten(".cancel") { return nil }
    return writer.timeout(of: awaited.promise, limit: limit, clock: awaited.argument("clock"))
  }

  override func visitPost(_ node: ForStmtSyntax) {
    guard let loop = CompletionLoop(node), let body = writer.asyncClosure(loop.transform, isCalledLater: true),
      writer.program.accepts(.concurrentMap)
    else { return }
    let text = loop.text(transform: body.text)
    guard keepsComments(of: loop.nodes, in: text) else { return }
    let edit = Edit(
      from: loop.nodes.first!.positionAfterSkippingLeadingTrivia,
      to: loop.nodes.last!.endPositionBeforeTrailingTrivia, text)
    replacements.append(Replacement(edits: [edit], files: body.files.union([.concurrentMap])))
  }

  private func replace(_ node: Syntax, with text: String, _ files: Set<PlainSwiftFile>, _ others: [Edit] = []) {
    guard keepsComments(of: [node], in: text) else { return }
    replacements.append(Replacement(edits: [Edit(replacing: node, with: text)] + others, files: files))
  }

  /// Whether a new text contains all comments of what it replaces, except those before the first and after the last token.
  private func keepsComments(of nodes: [Syntax], in text: String) -> Bool {
    var rest = text[...]
    let tokens = nodes.flatMap { Array($0.tokens(viewMode: .sourceAccurate)) }
    for (index, token) in tokens.enumerated() {
      let leading = index == 0 ? [] : Array(token.leadingTrivia)
      let trailing = index == tokens.count - 1 ? [] : Array(token.trailingTrivia)
      for piece in leading + trailing where piece.isComment {
        guard let range = rest.firstRange(of: "\(piece)") else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return true
  }
}

extension Syntax {
  /// Whether a trailing closure would be taken for a body: in the head of `if`, `guard`, `while`, `for` or `switch`.
  fileprivate var isInCondition: Bool {
    var node = self
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .conditionElement, .catchItem, .whereClause: return true
      case .forStmt(let loop): return loop.body.id != node.id
      case .switchExpr(let choice): return choice.subject.id == node.id
      case .codeBlock, .closureExpr, .codeBlockItem, .tupleExpr, .labeledExpr, .memberBlockItem: return false
      default: node = parent
      }
    }
    return false
  }
}
