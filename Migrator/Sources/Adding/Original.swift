import PromiseSyntax
import SwiftSyntax

/// A function that may get a twin.
struct Original {
  /// The completion handler of a function.
  struct Handler {
    let parameter: FunctionParameterSyntax
    let type: CallbackType
    let index: Int

    var name: String { (parameter.secondName ?? parameter.firstName).text }
    /// Whether callers may leave the handler out.
    var hasDefault: Bool { parameter.defaultValue != nil }
  }

  let function: FunctionDeclaration
  let record: FunctionRecord
  let style: FunctionDeclaration.Style
  let handler: Handler?
  /// A text that is the same for all styles of the function.
  let identity: String

  init(_ function: FunctionDeclaration, knowing knowledge: Knowledge) {
    self.function = function
    record = FunctionRecord(function)
    var style = function.style
    var found = style == .callback ? function.callback : nil
    if style == .synchronous {
      for parameter in function.parameters.reversed() {
        guard let type = knowledge.aliasedHandler(parameter, in: record.container) else { continue }
        (style, found) = (.callback, (parameter, type))
        break
      }
    }
    let index = function.parameters.enumerated().first { $0.element.id == found?.parameter.id }?.offset
    handler = found.flatMap { found in index.map { Handler(parameter: found.parameter, type: found.type, index: $0) } }
    self.style = style
    identity = record.identity(withoutParameterAt: index)
  }

  /// A parameter that is named like a completion handler, but has an unknown type.
  var unknownHandler: (parameter: FunctionParameterSyntax, index: Int)? {
    guard style == .synchronous else { return nil }
    for (index, parameter) in function.parameters.enumerated().reversed() {
      guard parameter.internalName.lowercased().contains("completion"), parameter.nameOfAlias != nil,
        let type = parameter.type.as(AttributedTypeSyntax.self),
        type.attributes.contains(where: { $0.trimmedText == "@escaping" })
      else { continue }
      return (parameter, index)
    }
    return nil
  }

  var name: String { function.name }
  var fullName: String { function.fullName }

  /// The parameters without the completion handler.
  var parameters: [FunctionParameterSyntax] {
    Array(function.parameters).filter { $0.id != handler?.parameter.id }
  }

  var containerKind: FunctionDeclaration.Container.Kind? { function.containers.last?.kind }

  /// Whether the function is isolated to an actor because it is a member of one.
  func isIsolatedToActor(_ knowledge: Knowledge) -> Bool {
    knowledge.actors.contains(record.container) && !function.has("nonisolated") && !function.isStatic
  }

  /// The type that the function returns, unless it is `Void`.
  var returnType: TypeSyntax? {
    guard let type = function.signature.returnClause?.type, !TypeText.isVoid(type) else { return nil }
    return type
  }

  /// Whether the call of the function can throw.
  var isThrowing: Bool {
    guard let clause = function.signature.effectSpecifiers?.throwsClause else { return false }
    return clause.type?.trimmedText != "Never"
  }
}
