import SwiftSyntax

/// An overload of a function with fewer parameters, whose body can replace that of the function.
struct Sibling {
  /// The body, on one line, with an explicit `return`.
  let body: String
  let position: AbsolutePosition

  /// Finds the overload that shares most parameters with `function`, and has a different body.
  init?(of function: FunctionDeclSyntax) {
    guard let list = function.parent?.parent?.as(MemberBlockItemListSyntax.self) ?? Self.members(around: function)
    else { return nil }
    let parameters = Self.parameters(of: function)
    var best: (function: FunctionDeclSyntax, count: Int)?
    for member in list {
      guard let other = member.decl.as(FunctionDeclSyntax.self), other.id != function.id,
        other.name.text == function.name.text, let body = other.body,
        other.signature.returnClause?.trimmedDescription == function.signature.returnClause?.trimmedDescription,
        body.statements.trimmedDescription != function.body?.statements.trimmedDescription
      else { continue }
      let shared = Self.parameters(of: other)
      guard shared.isSubset(of: parameters), shared.count > best?.count ?? -1 else { continue }
      best = (other, shared.count)
    }
    guard let best, let statements = best.function.body?.statements else { return nil }
    let scope = FunctionScope(best.function)
    let text = statements.trimmedDescription
    // A comment would end the line.
    guard !text.contains("//"), !text.contains("#") else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    guard lines.count == 1 || !text.contains("\"\"\"") else { return nil }
    let oneLine = statements.count == 1 ? lines.joined(separator: " ") : Self.joined(statements)
    body = (scope.returnsValue && scope.onlyExpression != nil ? "return " : "") + oneLine + Self.end(scope)
    position = best.function.positionAfterSkippingLeadingTrivia
  }

  private static func members(around function: FunctionDeclSyntax) -> MemberBlockItemListSyntax? {
    function.parent?.as(MemberBlockItemSyntax.self)?.parent?.as(MemberBlockItemListSyntax.self)
  }

  /// The names and the types of the parameters.
  private static func parameters(of function: FunctionDeclSyntax) -> Set<String> {
    Set(
      function.signature.parameterClause.parameters.map {
        ($0.secondName ?? $0.firstName).text + ": " + $0.type.trimmedDescription
      })
  }

  private static func joined(_ statements: CodeBlockItemListSyntax) -> String {
    statements.map { statement in
      statement.trimmedDescription.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        .joined(separator: " ")
    }.joined(separator: "; ")
  }

  /// Returns the end of the body. A body without a result ends with `return`, so that the original body does not run.
  private static func end(_ scope: FunctionScope) -> String { scope.returnsValue ? "" : "; return" }
}
