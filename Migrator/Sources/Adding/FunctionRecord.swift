import PromiseSyntax
import SwiftSyntax

/// A function without its syntax, for the search for twins in other files.
struct FunctionRecord: Sendable {
  struct Parameter: Sendable {
    let label: String
    let type: String
    /// Whether the type is a function that returns nothing, and escapes.
    let isClosure: Bool
  }

  /// A parameter whose type may be the alias of a handler's type.
  struct Candidate: Sendable {
    let index: Int
    /// The name, which may be declared as an alias.
    let name: String
    /// The source text of the parameter.
    let text: String
  }

  /// The names of the types that contain the function, joined with periods.
  let container: String
  let name: String
  let isStatic: Bool
  let parameters: [Parameter]
  let style: FunctionDeclaration.Style
  /// The position of the completion handler in the parameters.
  let handlerIndex: Int?
  let candidates: [Candidate]
  let isOverride: Bool
  /// Whether the function is a requirement of a protocol.
  let isRequirement: Bool
  let isPublic: Bool

  init(_ function: FunctionDeclaration) {
    container = function.containers.map(\.name).joined(separator: ".")
    name = function.name
    isStatic = function.isStatic
    style = function.style
    isOverride = function.has("override")
    isRequirement = function.isRequirement
    isPublic = function.isPublic
    let list = Array(function.parameters)
    parameters = list.map {
      Parameter(label: $0.firstName.text, type: $0.type.normalized, isClosure: CallbackType($0.type) != nil)
    }
    let handler = style == .callback ? function.callback?.parameter.id : nil
    handlerIndex = list.firstIndex { $0.id == handler }
    candidates = list.indices.compactMap { index in
      guard function.style == .synchronous, let name = list[index].nameOfAlias else { return nil }
      return Candidate(index: index, name: name, text: list[index].trimmedText)
    }
  }

  /// A text that is the same for all styles of a function.
  ///
  /// - Parameters:
  ///   - index: The position of the completion handler, which is not part of the identity.
  func identity(withoutParameterAt index: Int?, in container: String? = nil) -> String {
    let others = parameters.enumerated().filter { $0.offset != index }.map(\.element)
    let list = others.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
    return "\(container ?? self.container).\(name)(\(list))\(isStatic ? " static" : "")"
  }
}

extension FunctionDeclaration {
  /// Whether the function is declared by a protocol.
  var isRequirement: Bool { containers.last?.kind == .protocol }

  /// Whether other modules can call the function, according to its declaration and its container.
  var isPublic: Bool {
    if let access { return access == "public" || access == "open" }
    return switch containers.last?.node.as(SyntaxEnum.self) {
    case .protocolDecl(let node): node.modifiers.contains { $0.name.text == "public" }
    case .extensionDecl(let node): node.modifiers.contains { $0.name.text == "public" }
    default: false
    }
  }
}

extension FunctionParameterSyntax {
  /// The name of the type, if it may be the alias of a handler's type.
  var nameOfAlias: String? {
    var type = TypeText.withoutParentheses(self.type)
    if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
    return (TypeText.wrapped(type) ?? type).as(IdentifierTypeSyntax.self)?.name.text
  }
}
