import PromiseSyntax
import SwiftSyntax

/// A condition `canImport(Module)` of an `#if`.
struct CanImport {
  let module: String
  /// The name of the module in the parentheses.
  let argument: DeclReferenceExprSyntax

  /// Returns the conditions of a clause.
  static func all(in clause: IfConfigClauseSyntax) -> [CanImport] {
    guard let condition = clause.condition else { return [] }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(condition)
    return visitor.found
  }

  private final class Visitor: SyntaxVisitor {
    var found: [CanImport] = []
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.calledExpression.isWritten("canImport"),
        let argument = node.arguments.first?.expression.as(DeclReferenceExprSyntax.self)
      {
        found.append(CanImport(module: argument.baseName.text, argument: argument))
      }
      return .visitChildren
    }
  }
}
