import PromiseSyntax
import SwiftSyntax

/// The type of a variable, as far as it decides whether the variable can be called.
enum VariableType: Sendable {
  /// A function, whose parameters have no labels.
  case function
  /// A type whose values cannot be called, such as an array.
  case value
  /// A type with a name.
  case named(String)

  /// Reads the type of a variable, or its initial value.
  ///
  /// - Returns: `nil` if the text does not tell the type.
  init?(of binding: PatternBindingSyntax) {
    if let type = binding.typeAnnotation?.type { self.init(type) } else { self.init(binding.initializer?.value) }
  }

  /// Reads a type.
  init?(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .functionType: self = .function
    case .arrayType, .dictionaryType, .inlineArrayType, .metatypeType: self = .value
    case .attributedType(let type): self.init(type.baseType)
    case .optionalType(let type): self.init(type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): self.init(type.wrappedType)
    case .tupleType(let type):
      guard type.elements.count == 1 else {
        self = .value
        return
      }
      self.init(type.elements.first!.type)
    case .identifierType(let type): self = .named(type.name.text)
    case .memberType(let type): self = .named(type.name.text)
    default: return nil
    }
  }

  private init?(_ value: ExprSyntax?) {
    switch value?.as(ExprSyntaxEnum.self) {
    case .closureExpr: self = .function
    case .arrayExpr, .dictionaryExpr, .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr:
      self = .value
    case .functionCallExpr(let call):
      guard let name = call.freeName, name.first?.isUppercase == true else { return nil }
      self = .named(name)
    default: return nil
    }
  }

  /// Whether a name is that of a common type whose values cannot be called.
  static func isStandard(_ name: String) -> Bool { standardTypes.contains(name) }

  /// Whether a variable of the type may contain a closure.
  var mayBeClosure: Bool {
    switch self {
    case .function: true
    case .value: false
    case .named(let name): !Self.isStandard(name)
    }
  }

  private static let standardTypes: Set<String> = [
    "Array", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Character", "Data", "Date", "Decimal", "Dictionary",
    "Double", "Duration", "Error", "Float", "Guarantee", "Int", "Int16", "Int32", "Int64", "Int8", "Locale", "Promise",
    "Range", "Result", "Set", "String", "Substring", "Task", "TimeInterval", "UInt", "UInt16", "UInt32", "UInt64",
    "UInt8", "URL", "URLRequest", "UUID", "Void",
  ]
}
