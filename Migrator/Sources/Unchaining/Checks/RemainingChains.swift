import PromiseSyntax
import SwiftSyntax

/// Finds chains of a function that have not become statements: in closures, local functions and variables.
final class RemainingChains: SyntaxVisitor {
  private let context: ChainContext
  /// The calls of operators and the closures that have become statements, and the promises that are awaited instead of a
  /// chain on them.
  private let written: Set<SyntaxIdentifier>
  private var first: ExprSyntax?

  /// Returns the first chain that remains.
  static func first(in body: CodeBlockSyntax, after writer: ChainWriter) -> ExprSyntax? {
    let visitor = RemainingChains(writer)
    visitor.walk(body)
    return visitor.first
  }

  private init(_ writer: ChainWriter) {
    context = writer.context
    let record = writer.record
    written = record.awaitedCalls.union(record.movedClosures).union(record.steps.map(\.link.call.id))
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard first == nil else { return .skipChildren }
    if let chain = Chain(endingWith: node), !isWritten(chain), isPromise(chain) {
      first = ExprSyntax(node)
      return .skipChildren
    }
    return .visitChildren
  }

  private func isWritten(_ chain: Chain) -> Bool {
    if written.contains(chain.head.id) || chain.links.contains(where: { written.contains($0.call.id) }) { return true }
    // The closure of `firstly { … }`.
    let closure = chain.head.as(FunctionCallExprSyntax.self)?.trailingClosure
    return closure.map { written.contains($0.id) } ?? false
  }

  /// Whether a chain has an operator that only promises have, or begins with a function that returns a promise.
  private func isPromise(_ chain: Chain) -> Bool {
    // `get()` without a handler awaits the promise.
    let links = chain.links.filter { $0.name.text != "get" || $0.handler != nil }
    if links.contains(where: { References.isStart($0.call) }) { return true }
    let head = chain.head.as(FunctionCallExprSyntax.self)
    return !links.isEmpty && head.flatMap(context.callee) != nil
  }
}
