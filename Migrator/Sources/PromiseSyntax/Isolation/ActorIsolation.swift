import SwiftSyntax

/// The actor to which code is isolated, as far as its declarations show.
enum ActorIsolation: Hashable {
  /// A global actor, such as the main actor.
  case globalActor
  /// The actor that a parameter holds, such as `self`. Closures belong to it only if they capture the parameter.
  case instance(String)
  /// No actor.
  case nonisolated
  /// That of a type whose declaration says nothing, or the default of the module outside types.
  case unspecified(type: String?)

  /// Reads the attributes and modifiers of a declaration.
  ///
  /// - Returns: `nil` if they say nothing.
  init?(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) {
    if attributes.isGlobalActor {
      self = .globalActor
    } else if modifiers.contains(where: { $0.name.text == "nonisolated" })
      || attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.isWritten("concurrent") == true })
    {
      self = .nonisolated
    } else {
      return nil
    }
  }

  /// Reads the attributes of a closure.
  ///
  /// - Returns: `nil` if the closure has the isolation of the code around it.
  init?(_ closure: ClosureExprSyntax) {
    guard let attributes = closure.signature?.attributes, !attributes.isEmpty else { return nil }
    if attributes.isGlobalActor {
      self = .globalActor
    } else if attributes.contains(where: {
      ["Sendable", "concurrent"].contains($0.as(AttributeSyntax.self)?.attributeName.trimmedText)
    }) {
      self = .nonisolated
    } else {
      return nil
    }
  }
}
