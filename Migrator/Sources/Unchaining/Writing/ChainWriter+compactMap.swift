import PromiseSyntax
import SourceEditing
import SwiftSyntax

extension ChainWriter {
  /// Writes the statements of `compactMap`, which rejects the promise where the handler returns `nil`.
  func unwrapping(_ handler: Handler, _ binding: Binding, _ target: Target) throws(LeaveReason) -> [String] {
    record.movedClosures.insert(handler.closure.id)
    try names.declare(localsOf: handler.closure)
    let last = handler.statements.last?.item
    guard Exit.isOnlyAtEnd(Exit.returns(in: handler.statements, isPromise: false), of: handler.statements),
      let expression = last?.as(ReturnStmtSyntax.self)?.expression ?? handler.expression,
      let input = binding.expression, handler.parameters.count <= 1
    else {
      throw LeaveReason(
        .earlyReturn, at: handler.closure, "The handler returns at several places. Give it a function of its own.")
    }
    guard let type = unwrappedType(of: expression, handler, target) else {
      throw LeaveReason(
        .unknownType, at: handler.closure,
        "The type of the value is not known here. Write the closure's type, such as { (text: String) -> Int? in … }.")
    }
    let text = slice.text(of: expression)
    let failure = "else { throw PromiseError.compactMap(\(input), \(type).self) }"
    let operand = expression.is(SequenceExprSyntax.self) ? "(\(text))" : text
    // In a closure, a result that is not optional is converted.
    let optional = isOptional(expression) ? operand : "\(operand) as \(type)?"
    func checked(_ name: String) -> [String] {
      ["guard let \(name) = \(isOptional(expression) ? text : optional) \(failure)"]
    }
    let lines: [String]
    switch target.use {
    case .bind(let pattern) where pattern.allSatisfy({ $0.isLetter || $0.isNumber }): lines = checked(pattern)
    case .discard: lines = ["guard \(optional == operand ? operand : "(\(optional))") != nil \(failure)"]
    default:
      let name = names.declareUnused(startingWith: Names.hint(for: expression))
      lines = checked(name) + value([name], target)
    }
    let node: any SyntaxProtocol = last?.as(ReturnStmtSyntax.self) ?? expression
    return slice.lines(of: Array(handler.statements), edits: [replacing(node, with: lines)])
  }

  /// Whether an expression certainly has an optional type.
  private func isOptional(_ expression: ExprSyntax) -> Bool {
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return sequence.elements.contains { $0.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?" }
    }
    return expression.is(OptionalChainingExprSyntax.self)
  }

  /// Returns the type of an optional expression, without the optional.
  private func unwrappedType(of expression: ExprSyntax, _ handler: Handler, _ target: Target) -> String? {
    if let type = handler.resultType?.as(OptionalTypeSyntax.self) { return type.wrappedType.trimmedText }
    if target.isResult { return context.valueType }
    if let call = expression.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
      name.baseName.text.first?.isUppercase == true
    {
      return name.baseName.text
    }
    // The operators of an expression are not folded: `x as? T` is a sequence.
    if let sequence = expression.as(SequenceExprSyntax.self), let last = sequence.elements.last?.as(TypeExprSyntax.self)
    {
      return last.trimmedText
    }
    return nil
  }
}
