package import SwiftSyntax

/// A type that is written `Promise<Value>` or `Guarantee<Value>`, with or without the name of a module.
package struct PromiseType {
  package enum Kind: String, Sendable, Codable {
    case promise = "Promise"
    case guarantee = "Guarantee"
  }

  package let kind: Kind
  /// The type of the value.
  package let value: TypeSyntax

  package init?(_ type: TypeSyntax?) {
    guard let type else { return nil }
    let name: TokenSyntax
    let arguments: GenericArgumentClauseSyntax?
    if let type = type.as(IdentifierTypeSyntax.self) {
      (name, arguments) = (type.name, type.genericArgumentClause)
    } else if let type = type.as(MemberTypeSyntax.self), Self.modules.contains(type.baseType.trimmedText) {
      (name, arguments) = (type.name, type.genericArgumentClause)
    } else {
      return nil
    }
    guard let kind = Kind(rawValue: name.text), let arguments, arguments.arguments.count == 1,
      case .type(let value) = arguments.arguments.first!.argument
    else { return nil }
    self.kind = kind
    self.value = value
  }

  private static let modules = OwnModules.all.union(["PromiseKit", "Promises"])
}
