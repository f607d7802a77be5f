import PromiseSyntax
import SwiftSyntax

/// `Promise(…)` or `Guarantee(…)`, with or without a type argument.
struct PromiseCreation {
  let kind: PromiseType.Kind
  /// The type of the value, if it is written.
  let type: String?

  init?(_ call: FunctionCallExprSyntax) {
    var name = call.calledExpression
    if let generic = name.as(GenericSpecializationExprSyntax.self) {
      guard generic.genericArgumentClause.arguments.count == 1 else { return nil }
      type = generic.genericArgumentClause.arguments.first!.argument.trimmedText
      name = generic.expression
    } else {
      type = nil
    }
    guard let name = name.as(DeclReferenceExprSyntax.self), let kind = PromiseType.Kind(rawValue: name.baseName.text)
    else { return nil }
    self.kind = kind
  }
}
