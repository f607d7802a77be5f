import PromiseSyntax
import SwiftSyntax

/// A `typealias` of a function or a `Result`: a possible type of completion handlers or of their parameters.
struct TypeAlias: Sendable {
  /// The name, with the names of the types that contain the declaration.
  let path: String
  let name: String
  let genericParameters: [String]
  /// The source text of the type that the alias stands for.
  let text: String

  init?(_ node: TypeAliasDeclSyntax, in container: String) {
    let type = node.initializer.value
    guard TypeText.containsFunction(type) || TypeText.simpleName(type) == "Result" else { return nil }
    name = node.name.text
    path = container.isEmpty ? name : "\(container).\(name)"
    genericParameters = node.genericParameterClause?.parameters.map(\.name.text) ?? []
    text = type.trimmedText
  }

  /// Returns the text of the type with generic arguments.
  func text(with arguments: [String]) -> String? {
    guard arguments.count == genericParameters.count else { return nil }
    let values = Dictionary(zip(genericParameters, arguments), uniquingKeysWith: { first, _ in first })
    return TypeText.parse(text).tokens(viewMode: .sourceAccurate)
      .map { "\($0.leadingTrivia)\(values[$0.text] ?? $0.text)\($0.trailingTrivia)" }.joined()
  }
}

extension [String: TypeAlias] {
  /// Replaces the name of an alias in the type of a parameter.
  ///
  /// - Parameters:
  ///   - type: The type of a parameter, such as `@escaping Completion` or `Completion<User>?`.
  ///   - container: The types that contain the function.
  /// - Returns: The expanded type, or `nil` if `type` names no alias that is visible in `container`.
  func expanding(_ type: TypeSyntax, in container: String) -> TypeSyntax? {
    var attributes = ""
    var name = TypeText.withoutParentheses(type)
    if let attributed = name.as(AttributedTypeSyntax.self) {
      attributes = "\(attributed.attributes.trimmedText) "
      name = attributed.baseType
    }
    let wrapped = TypeText.wrapped(name)
    guard let reference = (wrapped ?? name).as(IdentifierTypeSyntax.self),
      let alias = find(reference.name.text, container)
    else { return nil }
    let arguments = reference.genericArgumentClause?.arguments.map { $0.argument.trimmedText } ?? []
    guard let text = alias.text(with: arguments) else { return nil }
    return TypeText.parse(wrapped == nil ? "\(attributes)\(text)" : "\(attributes)(\(text))?")
  }

  /// Finds an alias, from the innermost type outward.
  private func find(_ name: String, _ container: String) -> TypeAlias? {
    var path = container.split(separator: ".")
    while true {
      if let alias = self[(path + [name[...]]).joined(separator: ".")] { return alias }
      guard path.popLast() != nil else { return nil }
    }
  }
}
