import PromiseSyntax
import SwiftSyntax

extension ClosureExprSyntax {
  /// Whether the closure is `async`, because its own statements await something.
  var isAsync: Bool {
    if signature?.effectSpecifiers?.asyncSpecifier != nil { return true }
    let finder = AwaitFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.isFound
  }

  /// The expression that the closure consists of, or returns in its only statement.
  var onlyExpression: ExprSyntax? { statements.onlyExpression }

  /// The names of the parameters, if none has a type.
  var untypedParameters: [String]? {
    guard let clause = signature?.parameterClause else { return [] }
    switch clause {
    case .simpleInput(let list): return list.map(\.name.text)
    case .parameterClause(let clause):
      guard clause.parameters.allSatisfy({ $0.type == nil }) else { return nil }
      return clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    }
  }

  /// Whether the closure has one parameter without a type: `{ resolver in … }` or `{ … $0 … }`.
  var hasOneUntypedParameter: Bool {
    guard let parameters = untypedParameters else { return false }
    return parameters.count == 1 || parameters.isEmpty && mentionsFirstAnonymousParameter
  }

  private var mentionsFirstAnonymousParameter: Bool {
    let finder = AnonymousParameterFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.isFound
  }
}

extension CodeBlockItemListSyntax {
  /// The expression that the statements consist of, or return in their only one.
  var onlyExpression: ExprSyntax? {
    guard count == 1, let item = first?.item else { return nil }
    return item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
  }
}

extension ExprSyntax {
  /// The call of `try await f()` or `await f()`.
  var awaitedCall: FunctionCallExprSyntax? {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.awaitedCall }
    return self.as(AwaitExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
  }
}

private final class AwaitFinder: SyntaxVisitor {
  var isFound = false

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword != nil { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

private final class AnonymousParameterFinder: SyntaxVisitor {
  var isFound = false

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "$0" { isFound = true }
    return .skipChildren
  }

  // A closure without parameters of its own has anonymous ones.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
