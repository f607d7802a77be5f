import PromiseSyntax
import SwiftSyntax

/// On what a function is called, as far as the text tells.
enum Receiver: Hashable, Sendable {
  /// The name has no base. The types around the call come from the inside out.
  case none(types: [String])
  /// `self` or `Self`.
  case current(type: String)
  /// A type, or an object that the call creates.
  case type(String)
  /// A variable or a property.
  case variable(String)
  /// The base is the type that the context expects: `.name`.
  case implicit
  case unknown

  /// Finds what a name belongs to.
  init(of name: DeclReferenceExprSyntax) {
    guard let member = name.parent?.as(MemberAccessExprSyntax.self), member.declName.id == name.id else {
      self = .none(types: Self.types(around: Syntax(name)))
      return
    }
    guard let base = member.base else {
      self = .implicit
      return
    }
    self.init(base)
  }

  /// Reads the base of a member.
  init(_ base: ExprSyntax) {
    if ["self", "Self"].contains(base.trimmedText) {
      self = Self.types(around: Syntax(base)).first.map { .current(type: $0) } ?? .unknown
      return
    }
    if let call = base.as(FunctionCallExprSyntax.self) {
      let name = call.freeName
      self = name?.first?.isUppercase == true ? .type(name!) : .unknown
      return
    }
    let name =
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    self = name.map { $0.first?.isUppercase == true ? .type($0) : .variable($0) } ?? .unknown
  }

  private static func types(around node: Syntax) -> [String] {
    FunctionDeclaration.Container.all(around: node).reversed().filter { $0.kind != .function }.map(\.typeName)
  }
}

extension FunctionDeclaration.Container {
  /// The name of the type, without those of the types around it and without generic arguments.
  var typeName: String { name.lastTypeName }
}

extension String {
  /// The last name in the text of a type, without generic arguments.
  var lastTypeName: String {
    let name = prefix { $0 != "<" }
    return String(name[(name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)...])
  }
}

extension FunctionCallExprSyntax {
  /// The labels of the arguments in parentheses.
  var argumentLabels: [String] { arguments.map { $0.label?.text ?? "_" } }

  /// The name of the function that is called, with or without a base.
  var calledName: DeclReferenceExprSyntax? {
    calledExpression.as(DeclReferenceExprSyntax.self) ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName
  }
}
