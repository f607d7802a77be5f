import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes the call of a function that returns a promise, or another expression that is awaited as a whole.
  func awaited(_ expression: ExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    var target = target
    noteAwaited(expression)
    let call = expression.as(FunctionCallExprSyntax.self)
    let callee = call.flatMap(callee)
    if let call, let overloads = context.overloads(of: call, isPromise: true) {
      // The type of the value has to decide which of the promises is meant.
      let isTyped = target.isTyped && !(target.isResult && context.isVoid)
      let mayGetValue = overloads.signatures.contains { context.knowledge.hasOwnGet($0.valueType) }
      if mayGetValue || !isTyped || !target.canThrow && overloads.differInKind { throw .overloaded(call) }
    }
    let needsType = callee?.isGeneric == true || PromiseLiteral.isOfUnknownType(expression)
    if needsType, !target.isTyped {
      throw LeaveReason(
        .unknownType, at: expression,
        "The type of the value is not known here. Write the type of the next closure's parameter.")
    }
    // A function that is known, and not generic, needs no type for a value that is not used.
    if let callee, !callee.isGeneric, case .bind(let pattern) = target.use, pattern.hasPrefix("_: ") {
      target.use = .discard
    }
    let isImplicit = PromiseLiteral.hasImplicitBase(expression)
    if isImplicit, !target.isResult {
      throw LeaveReason(.unknownType, at: expression, "The type of the promise is inferred from its context. Write it.")
    }
    if let pattern = target.untypedPattern, let mapped = mappedPromise(of: expression) {
      if let element = elementType(of: mapped) {
        target.use = .bind("\(pattern): [\(element)]")
      } else if context.vocabulary.isPromiseKit {
        throw LeaveReason(
          .unknownType, at: expression,
          "The type of the values is not known here. Write the type of the next closure's parameter.")
      }
    }
    let isGuarantee = callee?.kind == .guarantee || !target.canThrow || PromiseLiteral.isGuarantee(expression)
    let keyword = !target.isAttempt && isGuarantee ? "await" : "try await"
    var lines = slice.lines(of: expression)
    if isImplicit { lines[0] = "\(context.promise.kind.rawValue)<\(context.valueType)>" + lines[0] }
    func enclose(_ end: String) {
      lines[0] = "(" + lines[0]
      lines[lines.count - 1] += end
    }
    if expression.is(SequenceExprSyntax.self) { enclose(")") }
    if let call, callee?.isCalledAsync != true, context.knowledge.mayGetValue(of: call) {
      // `load().get()` would be the value's own `get()`, of the value of the async form.
      guard let callee, !callee.hasLocalType else { throw .overloaded(call) }
      enclose(" as \(callee.kind == .guarantee ? "Guarantee" : "Promise")<\(callee.valueType)>)")
    }
    lines[0] = "\(keyword) \(lines[0])"
    if let callee, callee.isCalledAsync {
      let isVoidCall = ["Void", "()"].contains(callee.valueType)
      if target.use == .discard, isVoidCall { return lines }
      if context.isVoid, case .result(let isLast) = target.use { return lines + (isLast ? [] : ["return"]) }
      return value(lines, target)
    }
    lines[lines.count - 1] += context.await("get")
    // The result of get() can be left unused.
    if target.use == .discard { return lines }
    if context.isVoid, case .result(let isLast) = target.use {
      // A call that is generic in its result may need `return` to infer `Void`.
      if needsType || callee == nil && call?.hasClosure == true { return ["return " + lines[0]] + lines.dropFirst() }
      return lines + (isLast ? [] : ["return"])
    }
    return value(lines, target)
  }

  /// Returns the promise `load($0)` of `when(fulfilled: items.map { load($0) })`. The type of the values is not inferred
  /// where PromiseKit's form for several types is visible.
  private func mappedPromise(of expression: ExprSyntax) -> ExprSyntax? {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.isWritten("when"),
      call.arguments.count == 1, let argument = call.arguments.first, argument.label?.text == "fulfilled",
      let map = argument.expression.as(FunctionCallExprSyntax.self),
      map.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "map"
    else { return nil }
    let last = map.trailingClosure?.statements.last?.item
    return last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)
  }

  /// Returns the type of a promise's value, unless the context determines it.
  private func elementType(of promise: ExprSyntax) -> String? {
    let isGeneric = promise.as(FunctionCallExprSyntax.self).flatMap(context.callee)?.isGeneric ?? false
    return isGeneric ? nil : context.valueType(of: promise)
  }

  /// Writes `when(fulfilled: f(), g())` with `async let`, if each is the call of a function with an async form.
  func concurrentCalls(_ call: FunctionCallExprSyntax, _ target: Target) throws(LeaveReason) -> [String]? {
    guard call.calledExpression.isWritten("when"), call.trailingClosure == nil, call.arguments.count > 1,
      call.arguments.first?.label?.text == "fulfilled", call.arguments.dropFirst().allSatisfy({ $0.label == nil })
    else { return nil }
    let calls = call.arguments.compactMap { $0.expression.as(FunctionCallExprSyntax.self) }
    let callees = calls.compactMap(callee)
    guard callees.count == call.arguments.count, callees.allSatisfy(\.isCalledAsync),
      // The calls, their arguments included, are evaluated at the same time, and one may change what another one reads.
      calls.allSatisfy({ hasConstantOwner($0) && $0.arguments.allSatisfy { isConstant($0.expression) } })
    else { return nil }
    var lines: [String] = []
    var pending: [String] = []
    for call in calls {
      record.awaitedCalls.insert(call.id)
      let name = names.declareUnused(startingWith: "pending" + Self.capitalized(Names.hint(for: ExprSyntax(call))))
      pending.append(name)
      var text = slice.lines(of: call)
      text[0] = "async let \(name) = \(text[0])"
      lines += text
    }
    let all = "\(target.canThrow ? "try await" : "await") (\(pending.joined(separator: ", ")))"
    if context.isVoid, target.isResult { return lines + value(["_ = " + all], target) }
    return lines + value([all], target)
  }

  /// Whether an expression has the same value whenever it is evaluated: it consists of literals, parameters and constants
  /// of the function.
  private func isConstant(_ expression: ExprSyntax) -> Bool {
    !References.hasCall(in: expression) && !References.hasMember(in: expression)
      && References.uses(in: expression).allSatisfy { $0.name == "self" || names.isConstant($0) }
  }

  /// Whether a call is one of a global function, or of a member of `self` or of a type.
  private func hasConstantOwner(_ call: FunctionCallExprSyntax) -> Bool {
    guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else { return true }
    let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name == "self" || name?.first?.isUppercase == true
  }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

extension FunctionCallExprSyntax {
  /// Whether an argument is a closure, whose result may determine the type that the call returns.
  fileprivate var hasClosure: Bool {
    trailingClosure != nil || arguments.contains { $0.expression.is(ClosureExprSyntax.self) }
  }
}
