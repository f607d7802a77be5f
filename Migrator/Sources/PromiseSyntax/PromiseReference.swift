import SwiftSyntax

/// Tells what an expression does that mentions `Promise` or `Guarantee`.
enum PromiseReference {
  /// Returns the operation that a mention of a type of promises is part of.
  ///
  /// - Parameters:
  ///   - type: The name of the type, with the name of its module if that is written.
  ///   - name: `Promise` or `Guarantee`.
  static func operation(_ type: ExprSyntax, _ name: String) -> LibraryOperation {
    var type = type
    if let generic = type.parent?.as(GenericSpecializationExprSyntax.self) { type = ExprSyntax(generic) }
    if let member = type.parent?.as(MemberAccessExprSyntax.self), member.base?.id == type.id {
      switch member.declName.baseName.text {
      case "value", "constant": return .value
      case "pending": return .resolver
      case "init": type = ExprSyntax(member)
      default: return .promiseType
      }
    }
    guard let call = type.asCall else { return .promiseType }
    return operation(call, ofResolver: name == "Guarantee" ? .seal : .resolver)
  }

  /// Returns what an initializer of a promise does.
  private static func operation(
    _ call: FunctionCallExprSyntax, ofResolver resolver: LibraryOperation
  ) -> LibraryOperation {
    let labels = call.arguments.map { $0.label?.text }
    switch labels.first ?? nil {
    case "resolver": return resolver
    case "error": return .value
    case "collecting", "first", "last", "reducing", "forEach": return .collecting
    default: break
    }
    if let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self) {
      return closure.hasParameter ? resolver : .task
    }
    guard let argument = call.arguments.last?.expression else { return .value }
    return argument.isLiteral ? .value : .task
  }
}

extension ClosureExprSyntax {
  /// Whether the closure has a parameter, with or without a name.
  fileprivate var hasParameter: Bool {
    if let clause = signature?.parameterClause {
      switch clause {
      case .simpleInput(let names): return !names.isEmpty
      case .parameterClause(let list): return !list.parameters.isEmpty
      }
    }
    return FirstArgument.isMentioned(in: statements)
  }
}

/// Looks for `$0`, but not in nested closures.
private final class FirstArgument: SyntaxVisitor {
  private var isFound = false

  static func isMentioned(in statements: CodeBlockItemListSyntax) -> Bool {
    let visitor = FirstArgument(viewMode: .sourceAccurate)
    visitor.walk(statements)
    return visitor.isFound
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "$0" { isFound = true }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
  fileprivate var isLiteral: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .arrayExpr,
      .dictionaryExpr:
      true
    default: false
    }
  }
}
