import PromiseSyntax
import SwiftSyntax

/// The closure of an operator.
struct Handler {
  /// A parameter of the closure. `_` has no name.
  struct Parameter {
    let name: String?
    let type: String?
  }

  let closure: ClosureExprSyntax
  /// The parameters that are written.
  let parameters: [Parameter]
  /// The number of parameters that are used as `$0`, `$1` and so on.
  let dollarCount: Int
  /// The result type, if it is written.
  let resultType: TypeSyntax?
  /// The statements that end the closure, if these settle a promise instead of returning its value.
  var exits: [Exit]?

  var statements: CodeBlockItemListSyntax { closure.statements }

  init(_ closure: ClosureExprSyntax) throws(LeaveReason) {
    self.closure = closure
    for element in closure.signature?.attributes ?? [] {
      let name = element.as(AttributeSyntax.self)?.attributeName.trimmedText
      guard name == "Sendable" || name == "escaping" else {
        throw LeaveReason(
          .queue, at: element, "The handler has an isolation of its own. Move it into a function of that isolation.")
      }
    }
    for capture in closure.signature?.capture?.items ?? [] {
      let specifier = capture.specifier?.specifier.text
      if specifier == "weak" || specifier == "unowned" {
        throw LeaveReason(
          .weakCapture, at: capture,
          "The handler captures \(capture.name.text) weakly, and an async function retains it until it returns.")
      }
      guard capture.name.text == "self", capture.initializer == nil else {
        throw LeaveReason(
          .captureList, at: capture, "The handler captures a copy of \(capture.name.text). Remove it from the list.")
      }
    }
    // A parameter that is not used counts as `_`.
    let uses = References.uses(in: closure.statements)
    let names = Set(uses.map(\.name))
    switch closure.signature?.parameterClause {
    case .simpleInput(let list):
      parameters = list.map { Parameter(name: names.contains($0.name.text) ? $0.name.text : nil, type: nil) }
    case .parameterClause(let clause):
      parameters = clause.parameters.map {
        let name = ($0.secondName ?? $0.firstName).text
        return Parameter(name: names.contains(name) ? name : nil, type: $0.type?.trimmedText)
      }
    case nil: parameters = []
    }
    dollarCount = closure.signature?.parameterClause == nil ? References.dollarCount(in: closure, uses) : 0
    resultType = closure.signature?.returnClause?.type
  }

  /// Whether the closure uses its input.
  var usesInput: Bool { dollarCount > 0 || parameters.contains { $0.name != nil } }

  /// Whether an expression is the only thing that the closure receives.
  func isInput(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return parameters.isEmpty ? name == "$0" && dollarCount == 1 : parameters.count == 1 && name == parameters[0].name
  }

  /// Whether the body is a single expression.
  var expression: ExprSyntax? {
    guard statements.count == 1, case .expr(let expression) = statements.first!.item else { return nil }
    return expression
  }

  /// Whether the closure returns at several places.
  var hasBranches: Bool {
    !Exit.isOnlyAtEnd(exits ?? Exit.returns(in: statements, isPromise: false), of: statements)
  }

  /// Whether the closure ends without a result, if it contains no `return`.
  var hasNoResult: Bool {
    statements.isEmpty || statements.count > 1 && statements.last?.item.is(ExprSyntax.self) == true
  }

  /// Whether what the closure does cannot depend on the thread that runs it: it only reads members of its input.
  var isTrivial: Bool {
    guard let expression else { return statements.isEmpty }
    let own = Set(parameters.compactMap(\.name))
    return !References.hasCall(in: expression)
      && References.uses(in: expression).allSatisfy { own.contains($0.name) || $0.name.hasPrefix("$") }
  }
}
