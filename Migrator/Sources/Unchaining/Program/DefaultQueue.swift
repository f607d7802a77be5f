import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Finds where a program chooses the queue of the handlers that name none.
enum DefaultQueue {
  /// Returns the first place in a file that chooses another queue than the main queue, as `File.swift:12`.
  static func choice(in source: SourceText) -> String? {
    // Searching the text first is faster, and most files contain none of these words.
    guard source.mentions("conf", "promises", "withPromiseQueue") else { return nil }
    let finder = ChoiceFinder(viewMode: .sourceAccurate)
    finder.walk(source.tree)
    return finder.found.map { "\(source.path):\(source.location(of: $0.positionAfterSkippingLeadingTrivia).line)" }
  }
}

private final class ChoiceFinder: SyntaxVisitor {
  var found: Syntax?

  /// `conf.Q = (map: queue, return: queue)`, `DispatchQueue.promises = queue`
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self), names(elements[0]),
      elements.count > 3 || !isMainQueue(elements[2])
    {
      note(Syntax(node))
    }
    return .visitChildren
  }

  /// `swap(&DispatchQueue.promises, &queue)`
  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if names(node.expression) { note(Syntax(node)) }
    return .visitChildren
  }

  /// `withPromiseQueue(queue) { … }`
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if QueueSetting.path(of: node.calledExpression) == ["withPromiseQueue"], let queue = node.arguments.first,
      !isMainQueue(queue.expression)
    {
      note(Syntax(node))
    }
    return .visitChildren
  }

  private func note(_ node: Syntax) { found = found ?? node }

  /// Whether an expression is the setting of google/promises and of this library, or that of PromiseKit. `conf.Q.map` has
  /// no effect in this library.
  private func names(_ expression: ExprSyntax) -> Bool {
    if let tuple = expression.as(TupleExprSyntax.self) { return tuple.elements.contains { names($0.expression) } }
    let path = QueueSetting.path(of: expression)
    return path == ["DispatchQueue", "promises"] || path.starts(with: ["conf", "Q"]) && path.last != "map"
  }

  private func isMainQueue(_ expression: ExprSyntax) -> Bool {
    if let tuple = expression.as(TupleExprSyntax.self) {
      return tuple.elements.allSatisfy { $0.label?.text == "map" || isMainQueue($0.expression) }
    }
    return [".main", "DispatchQueue.main"].contains(expression.trimmedText)
  }
}
