import PromiseSyntax
import SwiftSyntax

/// Writes the declaration of a twin up to its body.
struct TwinDeclaration {
  let original: Original
  let style: TwinStyle
  let result: TwinResult
  let knowledge: Knowledge
  /// The completion handler of the twin, if it has one.
  let completion: String?

  private var function: FunctionDeclaration { original.function }

  // MARK: - Attributes

  /// The attributes of the original that the twin keeps.
  var attributes: [String] {
    var result: [String] = []
    for attribute in function.attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
      let name = attribute.attributeName.trimmedText
      let isKept =
        switch name {
        case "available", "Sendable": true
        case "discardableResult": keepsDiscardableResult
        // An attribute with the name of a type may be a global actor, also one of another module.
        default: name.first?.isUppercase == true && !name.hasSuffix("Builder") && !Self.otherAttributes.contains(name)
        }
      if isKept { result.append(attribute.trimmedText) }
    }
    if isExposedToObjectiveC { result.append("@nonobjc") }
    if original.handler?.hasDefault ?? false, style == .promise { result.append("@_disfavoredOverload") }
    return result
  }

  private static let otherAttributes: Set<String> = ["IBAction", "IBSegueAction", "NSManaged", "Test", "Suite"]

  private var keepsDiscardableResult: Bool {
    switch (original.style, style) {
    case (.promise, .async): !result.isVoid
    case (.async, .promise): true
    default: false
    }
  }

  /// Whether the containing type exposes the twin to Objective-C.
  private var isExposedToObjectiveC: Bool {
    guard let container = function.containers.last else { return false }
    if let node = container.node.as(ExtensionDeclSyntax.self),
      node.attributes.contains(where: { $0.trimmedText == "@objc" })
    {
      return true
    }
    return knowledge.objectiveCClasses.contains(original.record.container) && container.kind != .protocol
  }

  // MARK: - Modifiers

  var modifiers: [String] {
    var result: [String] = []
    if function.isRequirement, let access = function.containers.last?.access { result.append(access) }
    for modifier in function.modifiers {
      switch modifier.name.text {
      case "open": result.append("public")
      case "nonisolated": result.append("nonisolated")
      case "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "mutating",
        "nonmutating", "convenience":
        result.append(modifier.trimmedText)
      default: break
      }
    }
    if original.style == .async, original.isIsolatedToActor(knowledge) { result.append("nonisolated") }
    if function.name == "init", knowledge.classes.contains(original.record.container), !function.has("convenience") {
      result.append("convenience")
    }
    return result
  }

  // MARK: - Signature

  /// The name with generic parameters.
  var name: String {
    let keyword = function.name == "init" ? "init" : "func \(function.name)"
    guard let clause = function.genericParameters else { return keyword }
    let parameters = clause.parameters.map { parameter in
      let name = parameter.name.text
      let inherited = parameter.inheritedType?.trimmedText
      guard needsSendable(name, inherited) else {
        return parameter.textWithoutComma
      }
      return "\(name): \(inherited.map { "\($0) & " } ?? "")Sendable"
    }
    return "\(keyword)<\(parameters.joined(separator: ", "))>"
  }

  var parameters: [String] {
    original.parameters.map { $0.textWithoutComma }
      + (completion.map { [$0] } ?? [])
  }

  var effects: String {
    switch style {
    case .async: original.style == .promise && !result.canFail && !original.isThrowing ? " async" : " async throws"
    case .promise: ""
    case .callback:
      original.style == .promise
        ? (function.signature.effectSpecifiers?.throwsClause.map { " \($0.trimmedText)" } ?? "") : ""
    }
  }

  var whereClause: String {
    let own =
      function.genericWhereClause?.requirements.map { $0.textWithoutComma } ?? []
    let added = containerParameters.filter { needsSendable($0.name, $0.inherited) }.map { "\($0.name): Sendable" }
    let all = own + added
    return all.isEmpty ? "" : " where \(all.joined(separator: ", "))"
  }

  /// The generic parameters of the type that contains the original.
  private var containerParameters: [(name: String, inherited: String?)] {
    let clause: GenericParameterClauseSyntax? =
      switch function.containers.last?.node.as(SyntaxEnum.self) {
      case .classDecl(let node): node.genericParameterClause
      case .structDecl(let node): node.genericParameterClause
      case .enumDecl(let node): node.genericParameterClause
      default: nil
      }
    return clause?.parameters.map { ($0.name.text, $0.inheritedType?.trimmedText) } ?? []
  }

  /// Whether the value of the promise contains a generic parameter that is not known to be `Sendable`.
  private func needsSendable(_ name: String, _ inherited: String?) -> Bool {
    guard original.style != .promise, TypeText.mentions(result.value, name) else { return false }
    return !(inherited?.contains("Sendable") ?? false) && !isInWhereClause(name)
  }

  private func isInWhereClause(_ name: String) -> Bool {
    function.genericWhereClause?.requirements.contains {
      $0.trimmedText.hasPrefix("\(name):") && TypeText.mentions($0, "Sendable")
    } ?? false
  }
}

extension FunctionDeclaration.Container {
  /// The access modifier that makes a member of an extension as visible as the requirements of the protocol.
  fileprivate var access: String? {
    node.as(ProtocolDeclSyntax.self)?.modifiers.first { ["public", "package"].contains($0.name.text) }?.name.text
  }
}
