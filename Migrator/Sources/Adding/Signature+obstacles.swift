import PromiseSyntax
import SwiftSyntax

extension Original {
  /// Checks that the twin can be declared, and that it can pass its parameters to the original.
  func checkSignature(for style: TwinStyle) throws(Obstacle) {
    try checkDeclaration()
    // A promise runs an `async` function in a closure that escapes.
    let escapes = self.style == .async
    if escapes, function.has("mutating") {
      throw Obstacle(
        "mutating",
        "\(fullName) is mutating.",
        explanation: "A promise cannot change the value while the function runs. Make the type a class or an actor."
      )
    }
    for parameter in parameters { try check(parameter, escapes: escapes) }
    for parameter in function.genericParameters?.parameters ?? [] where parameter.specifier != nil {
      throw Obstacle("parameter-pack", "\(fullName) has a parameter pack. Write the twin by hand.")
    }
    if function.containers.isEmpty, parameters.contains(where: { $0.internalName == name }) {
      throw Obstacle(
        "shadowed", "A parameter shadows the function \(fullName). Rename the parameter, and run the command again.")
    }
  }

  private func checkDeclaration() throws(Obstacle) {
    if let modifier = function.modifiers.first(where: { Self.refusedModifiers.contains($0.name.text) })?.name.text {
      throw Obstacle("modifier", "\(fullName) is declared as `\(modifier)`. Write the twin by hand.")
    }
    if function.has("override") {
      throw Obstacle(
        "override",
        "\(fullName) overrides a function of the superclass.",
        explanation: "Add the twin to the superclass: it calls the override."
      )
    }
    if function.has("optional") {
      throw Obstacle("optional-requirement", "\(fullName) is an optional requirement, which a type may leave out.")
    }
    if function.attributes.contains(where: { $0.is(IfConfigDeclSyntax.self) }) {
      throw Obstacle("conditional-attributes", "The attributes of \(fullName) are conditional. Write the twin by hand.")
    }
    if function.isRequirement, let node = function.containers.last?.node, function.node.isConditional(in: node) {
      throw Obstacle("conditional-requirement", "The requirement \(fullName) is conditional. Write the twin by hand.")
    }
    for attribute in function.attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
      guard attribute.attributeName.trimmedText == "available", let arguments = attribute.arguments else {
        continue
      }
      if TypeText.mentions(arguments, "deprecated") || TypeText.mentions(arguments, "obsoleted")
        || TypeText.mentions(arguments, "unavailable")
      {
        throw Obstacle("deprecated", "\(fullName) is deprecated or unavailable, so its twin could not call it.")
      }
    }
  }

  private static let refusedModifiers: Set<String> = ["distributed", "consuming", "borrowing", "__consuming"]

  private func check(_ parameter: FunctionParameterSyntax, escapes: Bool) throws(Obstacle) {
    let name = parameter.internalName
    func obstacle(_ reason: String, _ why: String) -> Obstacle {
      Obstacle(reason, "The parameter `\(name)` of \(fullName) \(why). Write the twin by hand.")
    }
    if parameter.ellipsis != nil { throw obstacle("variadic", "is variadic, so the twin cannot pass it on") }
    if parameter.type.is(PackExpansionTypeSyntax.self) { throw obstacle("parameter-pack", "is a parameter pack") }
    if name == "_" { throw obstacle("unnamed-parameter", "has no name, so the twin cannot pass it on") }
    if parameter.attributes.contains(where: { $0.is(IfConfigDeclSyntax.self) }) {
      throw obstacle("conditional-attributes", "has conditional attributes")
    }
    let attributed = parameter.type.as(AttributedTypeSyntax.self)
    for specifier in attributed?.specifiers.map(\.trimmedText) ?? [] {
      switch specifier {
      case "inout" where escapes: throw obstacle("inout", "is `inout`, and a promise cannot change it after the call")
      case "inout": break
      case "isolated":
        throw obstacle("isolated-parameter", "is `isolated`: it determines the actor on which the function runs")
      default: throw obstacle("ownership", "is `\(specifier)`")
      }
    }
    let attributes = attributed?.attributes.map(\.trimmedText) ?? []
    let function = (attributed?.baseType ?? parameter.type).as(FunctionTypeSyntax.self)
    if attributes.contains("@autoclosure"), let effects = function?.effectSpecifiers {
      throw obstacle("autoclosure", "is an autoclosure that is `\(effects.trimmedText)`")
    }
    if escapes, function != nil, !attributes.contains("@escaping") {
      throw obstacle("nonescaping-closure", "is a nonescaping closure, which a promise cannot keep")
    }
  }
}

extension FunctionParameterSyntax {
  /// The name of the parameter in the body of its function.
  var internalName: String { (secondName ?? firstName).text }
}

extension SyntaxProtocol {
  /// Whether there is an `#if` around the node, inside of another node.
  func isConditional(in ancestor: Syntax) -> Bool {
    var current = parent
    while let node = current, node.id != ancestor.id {
      if node.is(IfConfigClauseSyntax.self) { return true }
      current = node.parent
    }
    return false
  }
}
