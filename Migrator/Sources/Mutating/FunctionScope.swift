import SwiftSyntax

/// A function, property, initializer or closure, with what determines how its body can be mutated.
struct FunctionScope {
  /// The name that reports show.
  let name: String
  /// Whether the body returns a value.
  let returnsValue: Bool
  let returnsOptional: Bool
  let returnsBool: Bool
  let isInitializer: Bool
  private let statements: CodeBlockItemListSyntax?

  init(_ function: FunctionDeclSyntax) {
    let type = function.signature.returnClause?.type
    self.init(name: function.name.text, type, statements: function.body?.statements)
  }

  init(_ initializer: InitializerDeclSyntax) {
    self.init(name: "init", nil, isInitializer: true, statements: initializer.body?.statements)
  }

  init(_ property: PatternBindingSyntax) {
    var statements: CodeBlockItemListSyntax?
    if case .getter(let getter) = property.accessorBlock?.accessors { statements = getter }
    let type = property.typeAnnotation?.type
    // Only `get` returns a value. If there are several accessors, the type does not apply to all of them.
    self.init(name: property.pattern.trimmedDescription, statements == nil ? nil : type, statements: statements)
  }

  init(closure: ClosureExprSyntax, in outer: FunctionScope?) {
    self.init(
      name: outer?.name ?? "a closure", closure.signature?.returnClause?.type, statements: closure.statements)
  }

  private init(
    name: String, _ type: TypeSyntax?, isInitializer: Bool = false, statements: CodeBlockItemListSyntax?
  ) {
    self.name = name
    let text = type?.trimmedDescription
    returnsValue = text != nil && text != "Void" && text != "()"
    returnsOptional = type?.is(OptionalTypeSyntax.self) ?? false
    returnsBool = text == "Bool"
    self.isInitializer = isInitializer
    self.statements = statements
  }

  /// Whether a statement is the only one in the body.
  func isOnlyStatement(_ item: CodeBlockItemSyntax) -> Bool {
    statements?.count == 1 && item.parent?.id == statements?.id
  }

  /// The only expression in the body, unless it is an `if` or `switch` expression.
  var onlyExpression: ExprSyntax? {
    guard let statements, statements.count == 1, case .expr(let expression)? = statements.first?.item,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self)
    else { return nil }
    return expression
  }

  /// The `return` that must precede the only expression in the body if a mutant inserts a statement before it.
  var insertedReturn: [(AbsolutePosition, String, Mutant.Insertion.Place)] {
    guard returnsValue, let onlyExpression else { return [] }
    return [(onlyExpression.positionAfterSkippingLeadingTrivia, "return ", .once)]
  }

  /// Whether the statements of the body are known, so that their `return` statements can be mutated.
  var hasBody: Bool { statements != nil }
}
