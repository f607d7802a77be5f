import SwiftSyntax

/// What a name that is local to a function stands for.
enum LocalName {
  /// Something that settles a promise or resumes a task.
  case resolver(ResolverSource)
  case constant(TypeOfConstant)
  case variable
  case function

  /// What is known about the type of a constant.
  enum TypeOfConstant {
    /// The type is isolated to a global actor, or is a function that is.
    case isolated
    /// The type belongs to no actor, or the constant is a parameter of a closure.
    case nonisolated
    case unknown
  }

  /// What a `@Sendable` closure can do with the name.
  var capture: Capture {
    switch self {
    case .resolver, .constant(.nonisolated): .any
    case .constant: .value
    case .variable, .function: .none
    }
  }

  enum Capture {
    /// Everything.
    case any
    /// Passing the value on, but neither calling it nor using its members.
    case value
    case none
  }
}

extension LocalName.TypeOfConstant {
  init(of type: TypeSyntax, _ isolatedTypes: IsolatedTypes) {
    let attributed = type.as(AttributedTypeSyntax.self)
    let isIsolated = attributed?.attributes.isGlobalActor ?? false || isolatedTypes.contains(type.lastNameOfType)
    self = isIsolated ? .isolated : .nonisolated
  }

  /// Reads the value with which a constant is initialized.
  init(of value: ExprSyntax?, _ isolatedTypes: IsolatedTypes) {
    switch value?.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr, .arrayExpr, .dictionaryExpr:
      self = .nonisolated
    case .functionCallExpr:
      let type = value?.as(FunctionCallExprSyntax.self)?.calledExpression.lastName
      guard let type, type.first?.isUppercase == true else { fallthrough }
      self = isolatedTypes.contains(type) ? .isolated : .nonisolated
    default: self = .unknown
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the name is called, or one of its members is used.
  var isCalledOrHasMember: Bool {
    var expression = ExprSyntax(self)
    while let parent = expression.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      expression = parent.cast(ExprSyntax.self)
    }
    if let member = expression.parent?.as(MemberAccessExprSyntax.self) { return member.base?.id == expression.id }
    if let call = expression.parent?.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.id == expression.id
    }
    return expression.parent?.is(SubscriptCallExprSyntax.self) == true
  }
}
