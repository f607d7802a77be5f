import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes an operator that deals with the outcome of all steps before.
  func region(_ last: Step, _ handler: Handler, of steps: Steps, _ target: Target) throws(LeaveReason) -> [String] {
    // Where a value leaves the block, its constant is declared before, and needs a type.
    if case .bind(let pattern) = target.use, pattern.hasPrefix("_: "), last.operation != .tap {
      return try region(last, handler, of: steps, target.with(.discard))
    }
    if case .bind(let pattern) = target.use, !(last.operation == .tap && isPlain(steps)) {
      let declaration = try declaration(of: pattern, for: last, of: steps)
      let constant = String(pattern.prefix { $0 != ":" })
      return try [declaration] + region(last, handler, of: steps, target.with(.assign(constant)))
    }
    switch last.operation {
    case .ensure: return try ensure(handler, of: steps, target)
    case .tap: return try tap(last, handler, of: steps, target)
    default: return try catching(last, handler, of: steps, target)
    }
  }

  private func declaration(of pattern: String, for step: Step, of steps: Steps) throws(LeaveReason) -> String {
    if pattern.contains(": ") { return "let \(pattern)" }
    guard let type = steps.valueType(context) else {
      throw LeaveReason(
        .unknownType, at: step.link.name,
        "The type of the value after \(step.link.name.text) is not known here. Write the type of the next closure's parameter."
      )
    }
    return "let \(pattern): \(type)"
  }

  // MARK: - ensure

  private func ensure(_ handler: Handler, of steps: Steps, _ target: Target) throws(LeaveReason) -> [String] {
    if handler.closure.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.await) }) {
      throw LeaveReason(
        .operatorWithoutCounterpart, at: handler.closure,
        "The handler waits, which a defer statement cannot do. Start a task in it.")
    }
    let cleanup =
      try action(handler, mayReturn: false, isNested: true)
      + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
    let inner = try written(steps.dropLast, target)
    let block = cleanup.count == 1 ? ["defer { \(cleanup[0]) }"] : ["defer {"] + indented(cleanup) + ["}"]
    // At the end of the function, the block needs no scope of its own.
    if target.isResult { return block + inner }
    return ["do {"] + indented(block + inner) + ["}"]
  }

  // MARK: - catch and recover

  private func catching(
    _ last: Step, _ handler: Handler, of steps: Steps, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let name = try errorName(of: handler, target)
    let clause = try clause(for: last, errorName: name, of: steps, target)
    var caught = target
    caught.canThrow = true
    let inner = try written(steps.dropLast, caught)
    var lines = slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
    if handler.exits != nil {
      lines += try body(of: handler, target, valueIsPromise: false, isNested: true)
    } else if last.operation == .catch {
      lines += try action(handler, mayReturn: false, isNested: true)
      lines.append("throw \(name)")
    } else if try recoversToNothing(handler, of: steps) {
      lines += try action(handler, mayReturn: target.isResult, isNested: true) + end(target)
    } else {
      lines += try body(of: handler, target, valueIsPromise: recoveryIsPromise(handler), isNested: true)
    }
    lines += slice.comments(in: handler.closure.rightBrace.leadingTrivia)
    return ["do {"] + indented(inner) + ["} \(clause) {"] + indented(lines) + ["}"]
  }

  /// Whether the handler of `recover` returns nothing, as it may for a promise without a value.
  private func recoversToNothing(_ handler: Handler, of steps: Steps) throws(LeaveReason) -> Bool {
    let hasValue = !["Void", "()"].contains(steps.valueType(context))
    guard context.google == nil, !hasValue, handler.resultType == nil else {
      return ["Void", "()"].contains(handler.resultType?.trimmedText)
    }
    let returned = ReturnStatements.all(in: handler.statements).compactMap(\.expression)
    guard returned.isEmpty else { return false }
    guard let expression = handler.expression else {
      return !(handler.statements.last?.item.is(ThrowStmtSyntax.self) ?? false)
    }
    let grammar = GoogleGrammar(knowledge: context.knowledge, caller: context.caller)
    switch grammar.result(of: expression, in: handler.closure) {
    case .promise: return false
    case .nothing, .value: return true
    case nil:
      throw LeaveReason(
        .unknownType, at: expression,
        "Whether the handler returns a promise or nothing is not known here. Write its type: { error -> Promise<Void> in … }."
      )
    }
  }

  /// Whether the handler of `recover` returns a promise, and not a value.
  private func recoveryIsPromise(_ handler: Handler) throws(LeaveReason) -> Bool {
    if let google = context.google { return try google.result(of: handler.closure) == .promise }
    let grammar = GoogleGrammar(knowledge: context.knowledge, caller: context.caller)
    if let result = try? grammar.result(of: handler.closure) { return result == .promise }
    // An unknown function probably returns a promise. A constant can be either.
    let last = handler.statements.last?.item
    let returned = last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)
    guard let returned, returned.is(DeclReferenceExprSyntax.self) || returned.is(SequenceExprSyntax.self) else {
      return true
    }
    throw LeaveReason(
      .unknownType, at: returned,
      "Whether the handler returns a promise or a value is not known here. Write its type: { error -> Value in … }.")
  }

  /// Chooses a name for the error of a handler.
  private func errorName(of handler: Handler, _ target: Target) throws(LeaveReason) -> String {
    if References.declaredNames(at: handler.statements).contains(handler.parameters.first?.name ?? "error") {
      throw LeaveReason(
        .nameConflict, at: handler.closure,
        "The handler declares a constant with the name of its error. Rename the constant.")
    }
    if let name = handler.parameters.first?.name {
      // The clause assigns to a constant of this name.
      guard case .assign(name) = target.use else { return name }
      let other = names.declareUnused(startingWith: "error")
      slice.renames += try Binding.renaming(name, to: other, in: handler.closure)
      return other
    }
    guard !References.uses(in: handler.closure).contains(where: { $0.name == "error" }) else {
      throw LeaveReason(
        .nameConflict, at: handler.closure, "The handler uses an error from outside. Give its own parameter a name.")
    }
    if handler.dollarCount > 0 { slice.renames += try Binding(handler, named: "error")?.renames ?? [] }
    return "error"
  }

  /// Returns the `catch` clause for an operator.
  private func clause(for step: Step, errorName name: String, of steps: Steps, _ target: Target) throws(LeaveReason)
    -> String
  {
    let link = step.link
    let policy = link.argument("policy")?.trimmedText
    if let only = link.argument("only") {
      guard policy == nil, let type = only.as(MemberAccessExprSyntax.self), type.declName.baseName.text == "self",
        let base = type.base
      else { throw .unsupported(link) }
      return "catch let \(name) as \(base.trimmedText)"
    }
    let skipsCancellation: Bool
    switch policy {
    case _ where step.handlesAllErrors: skipsCancellation = false
    case ".allErrors", "CatchPolicy.allErrors": skipsCancellation = false
    case ".allErrorsExceptCancellation", "CatchPolicy.allErrorsExceptCancellation": skipsCancellation = true
    case nil where step.operation == .catch: skipsCancellation = true
    case nil: skipsCancellation = try !isGuarantee(step, of: steps, target)
    default: throw .unsupported(link)
    }
    if skipsCancellation { return "catch let \(name) where !\(name).isCancelled" }
    return name == "error" ? "catch" : "catch let \(name)"
  }

  /// Whether `recover` returns a guarantee, and so handles cancellation.
  private func isGuarantee(_ step: Step, of steps: Steps, _ target: Target) throws(LeaveReason) -> Bool {
    if let kind = PromiseType(step.handler?.resultType)?.kind { return kind == .guarantee }
    let unknown = LeaveReason(
      .unknownType, at: step.link.name,
      "Whether recover handles cancellation depends on a type. Write it: recover { error -> Promise<Value> in … }.")
    // If the handler returns a guarantee, so does `recover`, and later steps can turn the guarantee into a promise.
    if !steps.following.isEmpty, step.handler.map(mayReturnGuarantee) == true { throw unknown }
    let later = Set(steps.following.map(\.operation))
    switch target.kind {
    case .promise where !later.contains(.then): return false
    case .guarantee where later.isDisjoint(with: [.then, .recover]): return true
    default: throw unknown
    }
  }

  /// Whether the handler of `recover` may return a guarantee. The type of a literal such as `.value(1)` is that of the
  /// context.
  private func mayReturnGuarantee(_ handler: Handler) -> Bool {
    let tokens = handler.statements.tokens(viewMode: .sourceAccurate)
    guard !tokens.contains(where: { [.keyword(.try), .keyword(.throw)].contains($0.tokenKind) }) else { return false }
    let returned = ReturnStatements.all(in: handler.statements).compactMap(\.expression)
    return (returned.isEmpty ? [handler.expression].compactMap { $0 } : returned).contains { expression in
      guard let call = expression.as(FunctionCallExprSyntax.self) else {
        return !PromiseLiteral.isVoidValue(expression)
      }
      if PromiseLiteral.isPromise(call) || PromiseLiteral.isPromiseType(call.calledExpression) {
        return PromiseLiteral.isGuaranteeType(call.calledExpression) == true
      }
      return context.callee(of: call)?.kind != .promise
    }
  }

  // MARK: - tap

  private func tap(_ step: Step, _ handler: Handler, of steps: Steps, _ target: Target) throws(LeaveReason) -> [String]
  {
    guard target.canThrow else { throw .unsupported(step.link) }
    let binding = try Binding(
      handler, hint: "result", isNeeded: true, isDeclaredBefore: !isPlain(steps), names: &names)
    let result = binding.expression!
    slice.renames += binding.renames
    var lines: [String]
    if isPlain(steps) {
      noteAwaited(steps.head)
      lines = slice.lines(of: steps.head)
      lines[0] = "let \(result) = await \(lines[0])"
      lines[lines.count - 1] += context.await("getResult")
    } else {
      guard let type = steps.dropLast.valueType(context) else {
        throw LeaveReason(
          .unknownType, at: step.link.name,
          "The type of the result is not known here. Write the result type of the closure before it.")
      }
      let isVoid = type == "Void" || type == "()"
      let value = isVoid ? "()" : names.declareUnused(startingWith: "value")
      let inner = try written(steps.dropLast, target.with(isVoid ? .discard : .bind(value)))
      lines =
        ["let \(result): Result<\(type), any Error>", "do {"] + indented(inner + ["\(result) = .success(\(value))"])
      lines += ["} catch {"] + indented(["\(result) = .failure(error)"]) + ["}"]
    }
    lines += try action(handler, mayReturn: false)
    return lines + value(["try \(result).get()"], target)
  }

  /// Whether nothing comes before the last step but the call of a function.
  private func isPlain(_ steps: Steps) -> Bool {
    guard steps.steps.count == 1, let call = steps.head.as(FunctionCallExprSyntax.self) else { return false }
    return !["firstly", "when"].contains(call.calledExpression.trimmedText)
      && PromiseLiteral.value(of: call) == nil && PromiseLiteral.error(of: call) == nil
      && callee(of: call)?.isCalledAsync != true
  }
}
