package import SwiftSyntax

/// The type of a completion handler.
package struct CallbackType {
  /// The function type, without attributes.
  package let function: FunctionTypeSyntax
  /// Whether the handler may be `nil`.
  package let isOptional: Bool
  /// The attributes of the type, such as `@escaping` and `@Sendable`.
  package let attributes: [AttributeSyntax]

  /// The types of the values that the handler receives.
  package var parameters: [TypeSyntax] { function.parameters.map(\.type) }

  /// Reads a parameter's type as a handler type: an escaping or optional function that returns nothing.
  package init?(_ type: TypeSyntax) {
    var attributes: [AttributeSyntax] = []
    var isOptional = false
    var current = type
    while true {
      if let attributed = current.as(AttributedTypeSyntax.self) {
        attributes += attributed.attributes.compactMap { $0.as(AttributeSyntax.self) }
        current = attributed.baseType
      } else if let optional = current.as(OptionalTypeSyntax.self) {
        isOptional = true
        current = optional.wrappedType
      } else if let tuple = current.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let only = tuple.elements.first, only.firstName == nil
      {
        current = only.type
      } else {
        break
      }
    }
    guard let function = current.as(FunctionTypeSyntax.self) else { return nil }
    let result = function.returnClause.type.trimmedText
    let isEscaping = isOptional || attributes.contains { $0.attributeName.trimmedText == "escaping" }
    guard result == "Void" || result == "()", isEscaping, function.effectSpecifiers == nil else { return nil }
    self.function = function
    self.isOptional = isOptional
    self.attributes = attributes
  }

  /// Whether a type is an error, or an optional one.
  package static func isError(_ type: TypeSyntax) -> Bool {
    let words = type.tokens(viewMode: .sourceAccurate).map(\.text).filter { !["any", "(", ")", "?"].contains($0) }
    return ["Error", "Swift.Error", "NSError"].contains(words.joined())
  }

  /// Whether a type is a `Result`.
  package static func isResult(_ type: TypeSyntax) -> Bool {
    let text = type.trimmedText
    return text.hasPrefix("Result<") || text.hasPrefix("Swift.Result<")
  }
}
