import PromiseSyntax
import SwiftSyntax

/// Determines what the closures of google/promises return: `then` takes a promise, a value or nothing.
struct GoogleGrammar {
  enum Result {
    case promise
    case value
    /// The closure returns nothing, and its input is passed on.
    case nothing
  }

  let knowledge: ProgramKnowledge
  let caller: Caller

  /// Determines what a closure returns.
  func result(of closure: ClosureExprSyntax) throws(LeaveReason) -> Result {
    if let type = closure.signature?.returnClause?.type {
      if PromiseType(type) != nil { return .promise }
      return ["Void", "()"].contains(type.trimmedText) ? .nothing : .value
    }
    var expressions: [ExprSyntax]
    let returns = ReturnStatements.all(in: closure.statements)
    if returns.isEmpty {
      guard closure.statements.count == 1, let only = closure.statements.first?.item.as(ExprSyntax.self) else {
        return .nothing
      }
      expressions = [only]
    } else {
      expressions = returns.compactMap(\.expression)
      if expressions.isEmpty { return .nothing }
    }
    let results = expressions.map { result(of: $0, in: closure) }
    if results.contains(.promise) { return .promise }
    if results.allSatisfy({ $0 == .value }) { return .value }
    if results.allSatisfy({ $0 == .nothing }) { return .nothing }
    throw LeaveReason(
      .googleThen, at: closure,
      "Whether the handler returns a promise, a value or nothing is not known here. Write the result type of the closure."
    )
  }

  /// Determines the kind of a returned expression, or returns `nil` if it is not known.
  func result(of expression: ExprSyntax, in closure: ClosureExprSyntax) -> Result? {
    if let attempt = expression.as(TryExprSyntax.self) { return result(of: attempt.expression, in: closure) }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      if sequence.elements.contains(where: { $0.is(AssignmentExprSyntax.self) }) { return .nothing }
      let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
      return operators.contains(where: Self.valueOperators.contains) ? .value : nil
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return result(of: call) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      if PromiseLiteral.isVoidValue(expression) { return .promise }
      return member.base == nil ? nil : .value
    }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      let own = closure.signature.map { References.declaredNames(in: $0) } ?? []
      if own.contains(name) || name.hasPrefix("$") { return .value }
      let parameter = caller.function.parameters.first { ($0.secondName ?? $0.firstName).text == name }
      return parameter.map { PromiseType($0.type) == nil ? .value : .promise }
    }
    return expression.is(TupleExprSyntax.self) || expression.isLiteral && !expression.is(NilLiteralExprSyntax.self)
      ? .value : nil
  }

  private func result(of call: FunctionCallExprSyntax) -> Result? {
    if PromiseLiteral.isPromiseType(call.calledExpression) || PromiseLiteral.isPromise(call) { return .promise }
    if let chain = Chain(ExprSyntax(call)), chain.links.contains(where: { Self.ownOperators.contains($0.name.text) }) {
      return .promise
    }
    if knowledge.function(calledBy: call, in: caller) != nil { return .promise }
    if let type = knowledge.synchronousResult(of: call, in: caller) { return type == "Void" ? .nothing : .value }
    let callee = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression
    // A decoder returns a value.
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "decode",
      call.arguments.last?.label?.text == "from"
    {
      return .value
    }
    if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base {
      // The call of a nested type creates a value of it, and the methods of literals return values.
      let isType = member.declName.baseName.text.first?.isUppercase == true
      return isType || base.is(ArrayExprSyntax.self) || base.is(StringLiteralExprSyntax.self) ? .value : nil
    }
    guard let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    if ["all", "any", "race", "when"].contains(name) { return .promise }
    if ["print", "debugPrint"].contains(name) { return .nothing }
    // A capitalized name is a type, and the call creates a value.
    return name.first?.isUppercase == true ? .value : nil
  }

  /// Binary operators that promises do not have.
  private static let valueOperators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "...", "..<",
  ]

  /// Operators that collections and optionals do not have.
  private static let ownOperators: Set<String> = ["then", "catch", "always", "recover", "timeout", "delay", "validate"]

  /// Whether the argument of `Promise(x)` is an error (`true`) or a value (`false`), or `nil` if it does not tell.
  func isError(_ argument: ExprSyntax) -> Bool? {
    if Self.isError(argument) { return true }
    if argument.is(TupleExprSyntax.self) || argument.isLiteral { return false }
    if let sequence = argument.as(SequenceExprSyntax.self) {
      let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
      return operators.contains(where: Self.valueOperators.contains) ? false : nil
    }
    if let name = argument.as(DeclReferenceExprSyntax.self)?.baseName.text { return isError(named: name, at: argument) }
    // `User(id: 1)`, `Failure.offline`, `Failure.status(404)`
    let called = argument.as(FunctionCallExprSyntax.self)?.calledExpression ?? argument
    let type =
      called.as(DeclReferenceExprSyntax.self)
      ?? called.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
    return type.flatMap { knowledge.isErrorType($0.baseName.text) }
  }

  /// Whether a name is the error that a handler of `catch` or `recover` receives.
  private func isError(named name: String, at node: ExprSyntax) -> Bool? {
    var current = node.parent
    while let parent = current {
      if let closure = parent.as(ClosureExprSyntax.self) {
        let names = closure.signature.map { References.declaredNames(in: $0) } ?? []
        if names.contains(name) || name == "$0" && closure.signature == nil {
          let call = closure.parent?.as(FunctionCallExprSyntax.self)
          let member = call?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
          return member.map { ["catch", "recover"].contains($0) }
        }
      }
      current = parent.parent
    }
    return nil
  }

  /// Whether the argument of `Promise(x)` is an error, by its name.
  static func isError(_ argument: ExprSyntax) -> Bool {
    if let call = argument.as(FunctionCallExprSyntax.self) { return isError(call.calledExpression) }
    if let member = argument.as(MemberAccessExprSyntax.self), let base = member.base {
      return isError(base) || isErrorName(member.declName.baseName.text)
    }
    return argument.as(DeclReferenceExprSyntax.self).map { isErrorName($0.baseName.text) } ?? false
  }

  private static func isErrorName(_ name: String) -> Bool {
    name.hasSuffix("Error") || name == "error" || name == "err"
  }
}

extension ExprSyntax {
  fileprivate var isLiteral: Bool {
    self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self) || self.is(StringLiteralExprSyntax.self)
      || self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
      || self.is(BooleanLiteralExprSyntax.self) || self.is(NilLiteralExprSyntax.self)
  }
}
