import PromiseSyntax
import SwiftSyntax

/// The facts about a function, without its syntax tree.
struct FunctionUse: Sendable {
  /// The name without labels.
  let baseName: String
  /// The containers and the name with its labels, such as `API.user(id:)`.
  let name: String
  /// The name with its labels, such as `user(id:)`.
  let fullName: String
  /// The type or protocol that the function is a member of.
  let owner: String?
  /// Whether the function is declared outside of types and functions.
  let isAtFileScope: Bool
  let identity: String
  let style: FunctionDeclaration.Style
  let isPublic: Bool
  let line: Int
  let hasBody: Bool
  let isOverride: Bool
  let parameters: [Parameter]
  /// Which parameter is the completion handler of a function in callback style.
  let handlerIndex: Int?
  /// Which of the file's calls are inside the function.
  let calls: Range<Int>

  struct Parameter: Hashable, Sendable {
    let label: String
    /// Whether a call may leave the parameter out: it has a default value or is variadic.
    let isOptional: Bool
    let isVariadic: Bool
  }

  init(_ function: FunctionDeclaration, line: Int, calls: Range<Int>) {
    baseName = function.name
    fullName = function.fullName
    let types = function.containers.map(\.name).filter { !$0.isEmpty }
    name = (types + [function.fullName]).joined(separator: ".")
    owner = function.containers.last { $0.kind != .function }.map { String($0.name.split(separator: ".").last ?? "") }
    isAtFileScope = function.containers.isEmpty
    let written = function.style
    // An initializer that takes a handler usually stores it.
    style = written == .callback && function.name == "init" ? .synchronous : written
    isPublic = function.isPublic
    self.line = line
    hasBody = function.body != nil
    isOverride = function.has("override")
    let callback = written == .callback ? function.callback?.parameter.id : nil
    identity = function.identity(handler: callback)
    let handler = style == .callback ? callback : nil
    handlerIndex = function.parameters.enumerated().first { $0.element.id == handler }?.offset
    parameters = function.parameters.map {
      Parameter(
        label: $0.firstName.text, isOptional: $0.defaultValue != nil || $0.ellipsis != nil,
        isVariadic: $0.ellipsis != nil)
    }
    self.calls = calls
  }
}

extension FunctionDeclaration {
  /// Whether the function is `public` or `open`, by its own modifier or the modifier of its extension or protocol.
  var isPublic: Bool {
    if let access { return ["public", "open"].contains(access) }
    guard let container = containers.last else { return false }
    return switch container.kind {
    case .extension: container.node.as(ExtensionDeclSyntax.self)?.modifiers.isPublic ?? false
    case .protocol: container.node.as(ProtocolDeclSyntax.self)?.modifiers.isPublic ?? false
    case .type, .function: false
    }
  }
}

extension DeclModifierListSyntax {
  fileprivate var isPublic: Bool { contains { ["public", "open"].contains($0.name.text) } }
}
