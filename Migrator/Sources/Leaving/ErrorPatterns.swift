import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Code that looks at the errors of time limits and races.
enum ErrorPatterns {
  /// What a file looks at, except in `catch` clauses around the only time limit that could be meant.
  struct Examined {
    var timeouts = false
    var races = false
    var callbacks = false
  }

  static func examined(in source: SourceText) -> Examined {
    guard source.mentions("PromiseError", "timedOut", "noWinner", "RaceErrors", "invalidCallingConvention") else {
      return Examined()
    }
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(source.tree)
    return collector.examined
  }

  /// Returns the `catch` clauses that handle the error of a time limit, if no other limit could be meant.
  static func timeoutClauses(around call: FunctionCallExprSyntax) -> [CatchItemSyntax] {
    var found: [CatchItemSyntax] = []
    var node = Syntax(call)
    while let parent = node.parent, !parent.is(ClosureExprSyntax.self), !parent.is(FunctionDeclSyntax.self) {
      if let statement = parent.as(DoStmtSyntax.self), statement.body.id == node.id {
        found += timeoutClauses(of: statement)
      }
      node = parent
    }
    return found
  }

  /// Whether a file has a time limit that is left: `losers: .spare`, or a limit whose type is not known.
  static func keepsTimeouts(_ tree: SourceFileSyntax) -> Bool {
    let finder = KeptLimits(viewMode: .sourceAccurate)
    finder.walk(tree)
    return finder.isFound
  }

  private static func timeoutClauses(of statement: DoStmtSyntax) -> [CatchItemSyntax] {
    let items = statement.catchClauses.flatMap { $0.catchItems }
      .filter { $0.pattern?.isWritten("PromiseError.timedOut") == true && $0.whereClause == nil }
    guard !items.isEmpty else { return [] }
    let counter = LimitCounter(viewMode: .sourceAccurate)
    counter.walk(statement.body)
    return counter.count == 1 ? items : []
  }

  private final class Collector: SyntaxVisitor {
    private var clauses: Set<SyntaxIdentifier> = []
    var examined = Examined()

    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
      clauses.formUnion(timeoutClauses(of: node).map(\.id))
      return .visitChildren
    }

    override func visit(_ node: CatchItemSyntax) -> SyntaxVisitorContinueKind {
      clauses.contains(node.id) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let member = node.parent?.as(MemberAccessExprSyntax.self)
      // A case of another type.
      let isOther = member?.declName.id == node.id && member?.base.map { !$0.isWritten("PromiseError") } ?? false
      switch node.baseName.text {
      case "timedOut": if !isOther { examined.timeouts = true }
      case "noWinner": if !isOther { examined.races = true }
      case "invalidCallingConvention": if !isOther { examined.callbacks = true }
      case "PromiseError": if member?.base?.id != node.id { examineAll() }
      default: break
      }
      return .skipChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      if node.name.text == "PromiseError" { examineAll() }
      if node.name.text == "RaceErrors" { examined.races = true }
      return .visitChildren
    }

    private func examineAll() { examined = Examined(timeouts: true, races: true, callbacks: true) }
  }

  private final class LimitCounter: SyntaxVisitor {
    var count = 0

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.member?.name == "timeout" || node.member?.name == "get" && node.argument("timeout") != nil { count += 1 }
      return .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }

  private final class KeptLimits: SyntaxVisitor {
    var isFound = false

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let limit =
        switch node.member?.name {
        case "timeout": node.arguments.count == 1 ? node.arguments.first?.expression : nil
        case "get": node.argument("timeout")
        default: nil as ExprSyntax?
        }
      if node.member?.name == "timeout" || limit != nil {
        if node.argument("losers") != nil || limit.flatMap(Durations.duration) == nil { isFound = true }
      }
      return .visitChildren
    }
  }
}
