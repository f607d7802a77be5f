import PromiseSyntax
import SwiftSyntax

/// Whether a call of a function may run another function, which the files at hand need not contain.
enum Overriding: Hashable, Sendable {
  case never
  case always
  /// The function is a member of an extension with constraints, which may name protocols that require it.
  case inConstrainedExtension(of: String)
  /// The function is a member of an extension, and other types can replace it if a protocol requires it.
  case ifRequired(byProtocol: String, key: String)

  init(_ function: FunctionDeclaration) {
    self = .never
    guard let type = function.containers.last, type.kind != .function else { return }
    let isHidden = function.has("private") || function.has("fileprivate")
    switch type.kind {
    case .type:
      guard let declaration = type.node.as(ClassDeclSyntax.self) else { return }
      // Overrides of members that are visible in this file only are known.
      let modifiers = declaration.modifiers.map(\.name.text)
      let isFinal = !Set(modifiers).isDisjoint(with: ["final", "private", "fileprivate"])
      if !isFinal, !isHidden, !function.has("final"), !function.has("static") { self = .always }
    case .protocol: self = .always
    case .extension:
      if function.attribute("objc") != nil || function.has("dynamic") {
        self = .always
      } else if !isHidden {
        let name = String(type.name.split(separator: ".").last ?? "")
        let isConstrained = type.node.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
        self =
          isConstrained
          ? .inConstrainedExtension(of: name)
          : .ifRequired(byProtocol: name, key: Self.requirement(function))
      }
    case .function: return
    }
  }

  /// Returns the text that identifies a function and the requirement that it satisfies.
  static func requirement(_ function: FunctionDeclaration) -> String {
    function.fullName + (function.isStatic ? " static" : "")
  }

  /// Protocols without functions that return promises.
  static let protocolsOfTheSystem: Set<String> = [
    "Any", "AnyObject", "NSObjectProtocol", "Sendable", "Equatable", "Hashable", "Comparable", "Identifiable", "Error",
    "LocalizedError", "Codable", "Decodable", "Encodable", "CustomStringConvertible", "CaseIterable", "class",
  ]
}
