import SwiftSyntax

/// The facts about a function, property, initializer or closure that mutants of its body depend on.
struct FunctionScope {
  /// The name, for reports.
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
    // With several accessors, the results are those of `get`; the others return nothing.
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

  /// Whether a statement is all of the body.
  func isOnlyStatement(_ item: CodeBlockItemSyntax) -> Bool {
    statements?.count == 1 && item.parent?.id == statements?.id
  }

  /// The expression that is all of the body, apart from `if` and `switch`.
  var onlyExpression: ExprSyntax? {
    guard let statements, statements.count == 1, case .expr(let expression)? = statements.first?.item,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self)
    else { return nil }
    return expression
  }

  /// The `return` that the only expression of a body needs once a statement has been inserted before it.
  var insertedReturn: [(AbsolutePosition, String, Mutant.Insertion.Place)] {
    guard returnsValue, let onlyExpression else { return [] }
    return [(onlyExpression.positionAfterSkippingLeadingTrivia, "return ", .once)]
  }

  /// Whether the body is known, so that a `return` statement in it can be mutated.
  var hasBody: Bool { statements != nil }
}
