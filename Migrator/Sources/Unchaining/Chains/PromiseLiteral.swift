import PromiseSyntax
import SwiftSyntax

/// Promises that are settled when they are created.
enum PromiseLiteral {
  /// Returns the value of `.value(x)` or `Promise.value(x)`. The value is `nil` for `Promise()` and `.init()`.
  static func value(of call: FunctionCallExprSyntax) -> ExprSyntax?? {
    guard call.trailingClosure == nil else { return nil }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self), isPromise(member.base) {
      let name = member.declName.baseName.text
      if name == "value", call.arguments.count <= 1, call.arguments.first?.label == nil {
        return .some(call.arguments.first?.expression)
      }
      if name == "init", call.arguments.isEmpty { return .some(nil) }
      return nil
    }
    guard isPromiseType(call.calledExpression), call.arguments.isEmpty else { return nil }
    return .some(nil)
  }

  /// Returns the type that is written in `Promise<Double>.value(1)`.
  static func typeArgument(of call: FunctionCallExprSyntax) -> String? {
    let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base ?? call.calledExpression
    let arguments = base.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause.arguments
    return arguments?.count == 1 ? arguments?.first?.argument.trimmedText : nil
  }

  /// Returns the error of `Promise(error: e)`.
  static func error(of call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard call.trailingClosure == nil, call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "error"
    else { return nil }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text == "init" && isPromise(member.base) ? argument.expression : nil
    }
    return isPromiseType(call.calledExpression) ? argument.expression : nil
  }

  /// Whether a call creates a settled promise.
  static func isPromise(_ call: FunctionCallExprSyntax) -> Bool { value(of: call) != nil || error(of: call) != nil }

  /// Whether an expression is a fulfilled promise, such as `.value(1)`. Parentheses and `try` may be around it.
  ///
  /// - Parameters:
  ///   - isGoogle: Whether `Promise(x)` is also a fulfilled promise, unless `x` is an error.
  static func isFulfilled(_ expression: ExprSyntax, inGoogle isGoogle: Bool) -> Bool {
    if let attempt = expression.as(TryExprSyntax.self) { return isFulfilled(attempt.expression, inGoogle: isGoogle) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return isFulfilled(tuple.elements.first!.expression, inGoogle: isGoogle)
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return isVoidValue(expression) }
    if value(of: call) != nil { return true }
    return isGoogle && argument(of: call).map { !GoogleGrammar.isError($0) } ?? false
  }

  /// Returns the argument of `Promise(x)`, a value or an error in google/promises.
  static func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard isPromiseType(call.calledExpression), call.trailingClosure == nil, call.arguments.count == 1,
      let argument = call.arguments.first, argument.label == nil, !argument.expression.is(ClosureExprSyntax.self)
    else { return nil }
    return argument.expression
  }

  /// Whether an expression is `.value`, the fulfilled promise without a value.
  static func isVoidValue(_ expression: ExprSyntax) -> Bool {
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
    return member.declName.baseName.text == "value" && (member.base == nil || isPromiseType(member.base!))
  }

  /// Whether an expression is `after(seconds: 1)` or `when(resolved: promises)`, which cannot fail.
  static func isGuarantee(_ expression: ExprSyntax) -> Bool {
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    let name = call.calledExpression.trimmedText
    return name == "after" || name == "when" && ["resolved", "guarantees"].contains(call.arguments.first?.label?.text)
  }

  /// Whether the context determines the type of a promise's value.
  static func isOfUnknownType(_ expression: ExprSyntax) -> Bool {
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
      if ["Promise", "Guarantee", "wrap"].contains(name), closure.map(passesHandler) == true { return false }
      guard name == "Promise" || name == "Guarantee" else { return name == "wrap" }
      // Any other argument determines the type, and a closure may: { (resolver: Resolver<Int>) in … }.
      guard let closure else { return call.arguments.isEmpty }
      if case .parameterClause = closure.signature?.parameterClause { return false }
      return true
    }
    return false
  }

  /// Whether a closure consists of a call that gets the closure's parameter, or a method of it, as a completion handler,
  /// so that the called function determines the type of the value.
  private static func passesHandler(_ closure: ClosureExprSyntax) -> Bool {
    guard closure.statements.count == 1, let item = closure.statements.first?.item,
      let call = (item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self))?
        .as(FunctionCallExprSyntax.self)
    else { return false }
    let name =
      switch closure.signature?.parameterClause {
      case .simpleInput(let list): list.first?.name.text
      case .parameterClause: nil as String?
      case nil: "$0"
      }
    return call.arguments.contains { argument in
      let handler = argument.expression.as(MemberAccessExprSyntax.self)?.base ?? argument.expression
      return handler.as(DeclReferenceExprSyntax.self)?.baseName.text == name && name != nil
    }
  }

  /// Whether a base is a type of promises, or left out.
  private static func isPromise(_ base: ExprSyntax?) -> Bool { base.map(isPromiseType) ?? true }

  /// Whether a call creates a promise: `Promise { … }`, `Promise<Int>(value)`, `.init { … }`.
  static func isInitializer(_ call: FunctionCallExprSyntax) -> Bool {
    if isPromiseType(call.calledExpression) { return true }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
    return member.declName.baseName.text == "init" && isPromise(member.base)
  }

  /// Whether an expression begins with an implicit member, such as `.custom(1)`.
  static func hasImplicitBase(_ expression: ExprSyntax) -> Bool {
    if let call = expression.as(FunctionCallExprSyntax.self) { return hasImplicitBase(call.calledExpression) }
    if let member = expression.as(MemberAccessExprSyntax.self) { return member.base.map(hasImplicitBase) ?? true }
    return false
  }

  /// Whether an expression is `Guarantee` or `Guarantee<Int>`, and not `Promise`. `nil` if its type is left out.
  static func isGuaranteeType(_ expression: ExprSyntax) -> Bool? {
    let base = expression.as(MemberAccessExprSyntax.self).map(\.base) ?? expression
    return base.map { $0.trimmedText.hasPrefix("Guarantee") }
  }

  /// Whether an expression is `Promise`, `Promise<Int>`, `Guarantee` or so.
  static func isPromiseType(_ expression: ExprSyntax) -> Bool {
    if let generic = expression.as(GenericSpecializationExprSyntax.self) { return isPromiseType(generic.expression) }
    let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name == "Promise" || name == "Guarantee"
  }
}
