import PromiseSyntax
import SwiftSyntax

/// What the body of a function uses, declares and returns, collected in one walk.
struct FunctionBody {
  let node: CodeBlockSyntax
  /// The uses of variables and functions, in order. Members and labels do not count.
  let uses: [References.Use]
  /// The patterns that declare a name.
  let patterns: [IdentifierPatternSyntax]
  let closures: [ClosureExprSyntax]
  /// The `return` statements of the function itself, not including those of nested closures and functions.
  let returns: [ReturnStmtSyntax]
  /// Whether the body contains a chain. Operators that collections also have do not count.
  let startsChain: Bool

  init(_ node: CodeBlockSyntax) {
    self.node = node
    let collector = BodyCollector(viewMode: .sourceAccurate)
    collector.walk(node)
    uses = collector.uses
    patterns = collector.patterns
    closures = collector.closures
    returns = collector.returns
    startsChain = collector.startsChain
  }

  var statements: CodeBlockItemListSyntax { node.statements }

  /// The expressions that the function returns.
  var results: [ExprSyntax] { ReturnStatements.results(of: statements, returns) }
}

private final class BodyCollector: SyntaxVisitor {
  var uses: [References.Use] = []
  var patterns: [IdentifierPatternSyntax] = []
  var closures: [ClosureExprSyntax] = []
  var returns: [ReturnStmtSyntax] = []
  var startsChain = false
  /// The number of functions around a node.
  private var functions = 0
  /// The number of functions, closures, accessors, types and `return` statements around a node.
  private var scopes = 0

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    patterns.append(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if functions == 0, References.isStart(node) { startsChain = true }
    return .visitChildren
  }

  // MARK: - Scopes

  private func enter() -> SyntaxVisitorContinueKind {
    scopes += 1
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if scopes == 0 { returns.append(node) }
    return enter()
  }
  override func visitPost(_ node: ReturnStmtSyntax) { scopes -= 1 }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures.append(node)
    return enter()
  }
  override func visitPost(_ node: ClosureExprSyntax) { scopes -= 1 }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    functions += 1
    return enter()
  }
  override func visitPost(_ node: FunctionDeclSyntax) {
    functions -= 1
    scopes -= 1
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: AccessorDeclSyntax) { scopes -= 1 }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: MemberBlockSyntax) { scopes -= 1 }
}
