import PromiseSyntax
import SwiftParser
import SwiftSyntax

/// Reads the source text of types, without resolving their names.
enum TypeText {
  /// Parses the text of a type.
  static func parse(_ text: String) -> TypeSyntax {
    var parser = Parser(text)
    return TypeSyntax.parse(from: &parser)
  }

  /// Returns a type without the parentheses around it.
  static func withoutParentheses(_ type: TypeSyntax) -> TypeSyntax {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.firstName == nil, only.ellipsis == nil
    else { return type }
    return withoutParentheses(only.type)
  }

  /// Returns the type of the value of an optional type, or `nil` for other types.
  static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
    let type = withoutParentheses(type)
    if let optional = type.as(OptionalTypeSyntax.self) { return withoutParentheses(optional.wrappedType) }
    if let named = type.as(IdentifierTypeSyntax.self), named.name.text == "Optional",
      case .type(let argument)? = named.genericArgumentClause?.arguments.first?.argument
    {
      return argument
    }
    return nil
  }

  /// Whether a type that is not optional is an error: its name has the suffix `Error`.
  static func isError(_ type: TypeSyntax) -> Bool {
    let type = withoutParentheses(type)
    if let existential = type.as(SomeOrAnyTypeSyntax.self) { return isError(existential.constraint) }
    return simpleName(type)?.hasSuffix("Error") ?? false
  }

  /// Whether a type is `Void`.
  static func isVoid(_ type: TypeSyntax) -> Bool {
    let text = withoutParentheses(type).trimmedText
    return ["Void", "()", "Swift.Void"].contains(text)
  }

  /// The last component of a type's name, without generic arguments.
  static func simpleName(_ type: TypeSyntax) -> String? {
    let type = withoutParentheses(type)
    if let named = type.as(IdentifierTypeSyntax.self) { return named.name.text }
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
    if let existential = type.as(SomeOrAnyTypeSyntax.self) { return simpleName(existential.constraint) }
    return nil
  }

  /// Returns the text of the optional form of a type.
  static func optional(_ type: String) -> String {
    let parsed = parse(type)
    let needsParentheses =
      parsed.is(SomeOrAnyTypeSyntax.self) || parsed.is(CompositionTypeSyntax.self) || parsed.is(FunctionTypeSyntax.self)
      || parsed.is(AttributedTypeSyntax.self)
    return needsParentheses ? "(\(type))?" : "\(type)?"
  }

  /// Whether a type mentions a name.
  static func mentions(_ type: some SyntaxProtocol, _ name: String) -> Bool {
    type.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  /// Whether a type is or contains a function type.
  static func containsFunction(_ type: TypeSyntax) -> Bool {
    type.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow }
  }
}

extension DeclSyntax {
  /// Parses the text of a declaration.
  static func parse(_ text: String) -> DeclSyntax {
    var parser = Parser(text)
    return DeclSyntax.parse(from: &parser)
  }
}
