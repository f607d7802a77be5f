import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Lists files that set different queues for `map` and `done` with PromiseKit's `conf.Q`. This library has one default
/// queue.
final class QueueRemarks: SyntaxVisitor {
  private var assignments: [Syntax] = []
  private var mapQueues: Set<String> = []
  private var returnQueues: Set<String> = []

  static func explain(_ scribe: Scribe) {
    let finder = QueueRemarks(viewMode: .sourceAccurate)
    finder.walk(scribe.source.tree)
    guard let first = finder.assignments.first, finder.mapQueues != finder.returnQueues else { return }
    scribe.leave(
      at: first, "queue-of-map",
      "Without `on:`, all handlers run on `DispatchQueue.promises`, including those of `map` and `then`. If these ran on another queue, pass it: `map(on: .global()) { … }`."
    )
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else { return .visitChildren }
    let value = elements.dropFirst(2).map(\.trimmedText).joined(separator: " ")
    switch QueueSetting.path(of: elements[0]) {
    case ["conf", "Q", "map"]: mapQueues.insert(queue(value))
    case ["conf", "Q", "return"]: returnQueues.insert(queue(value))
    case ["conf", "Q"]:
      // A variable holds both queues, or `(map: a, return: b)` names them.
      let parts =
        elements.last?.as(TupleExprSyntax.self)?.elements.map { queue($0.expression.trimmedText) } ?? []
      if parts.count == 2 { (mapQueues, returnQueues) = (mapQueues.union([parts[0]]), returnQueues.union([parts[1]])) }
    default: return .visitChildren
    }
    assignments.append(Syntax(node))
    return .visitChildren
  }

  /// Returns a queue without the name of its type, which can be left out.
  private func queue(_ text: String) -> String { text.hasPrefix("DispatchQueue.") ? String(text.dropFirst(13)) : text }
}
