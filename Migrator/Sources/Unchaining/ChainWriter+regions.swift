import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes an operator that deals with the outcome of all steps before.
  func region(
    _ name: String, _ handler: Handler, _ link: Chain.Link, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    // Where a value leaves the block, its constant is declared before, and needs a type.
    if case .bind(let pattern) = target, !(name == "tap" && isPlain(chain, count: count)) {
      let declaration = try declaration(of: pattern, for: link, of: chain, count: count)
      let constant = String(pattern.prefix { $0 != ":" })
      return try [declaration] + region(name, handler, link, of: chain, count: count, .assign(constant))
    }
    switch name {
    case "ensure": return try ensure(handler, of: chain, count: count, target)
    case "tap": return try tap(handler, link, of: chain, count: count, target)
    default: return try catching(handler, link, of: chain, count: count, target)
    }
  }

  private func declaration(
    of pattern: String, for link: Chain.Link, of chain: Chain, count: Int
  ) throws(LeaveReason) -> String {
    if pattern.contains(": ") { return "let \(pattern)" }
    guard let type = valueType(of: chain, count: count) else {
      throw LeaveReason(
        .unknownType, at: link.name,
        "The type of the value after \(link.name.text) is not known here. Write the type of the next closure's parameter."
      )
    }
    return "let \(pattern): \(type)"
  }

  // MARK: - ensure

  private func ensure(_ handler: Handler, of chain: Chain, count: Int, _ target: Target) throws(LeaveReason) -> [String]
  {
    let cleanup =
      try action(handler, mayReturn: false, isNested: true)
      + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
    let inner = try links(of: chain, count: count - 1, target)
    let block = cleanup.count == 1 ? ["defer { \(cleanup[0]) }"] : ["defer {"] + indented(cleanup) + ["}"]
    // At the end of the function, its own scope serves.
    if case .result = target { return block + inner }
    return ["do {"] + indented(block + inner) + ["}"]
  }

  // MARK: - catch and recover

  private func catching(
    _ handler: Handler, _ link: Chain.Link, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let name = try errorName(of: handler)
    let clause = try clause(for: link, handler, errorName: name, of: chain, count: count)
    let inner = try catchingErrors { () throws(LeaveReason) in try links(of: chain, count: count - 1, target) }
    var lines = slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
    if link.name.text == "catch" {
      lines += try action(handler, mayReturn: false, isNested: true)
      lines.append("throw \(name)")
    } else if try recoversToNothing(handler, of: chain, count: count) {
      lines += try action(handler, mayReturn: isResult(target), isNested: true) + end(target)
    } else {
      lines += try body(of: handler, target, valueIsPromise: recoveryIsPromise(handler), isNested: true)
    }
    lines += slice.comments(in: handler.closure.rightBrace.leadingTrivia)
    return ["do {"] + indented(inner) + ["} \(clause) {"] + indented(lines) + ["}"]
  }

  /// Whether the handler of `recover` returns nothing, as it may for a promise without a value.
  private func recoversToNothing(
    _ handler: Handler, of chain: Chain, count: Int
  ) throws(LeaveReason) -> Bool {
    guard google == nil, ["Void", "()"].contains(valueType(of: chain, count: count)), handler.resultType == nil else {
      return ["Void", "()"].contains(handler.resultType?.trimmedDescription)
    }
    let returned = ReturnStatements.all(in: handler.statements).compactMap(\.expression)
    guard returned.isEmpty else { return false }
    guard let expression = handler.expression else {
      return !(handler.statements.last?.item.is(ThrowStmtSyntax.self) ?? false)
    }
    switch GoogleGrammar(knowledge: knowledge, function: function).result(of: expression, in: handler.closure) {
    case .promise: return false
    case .nothing, .value: return true
    case nil:
      throw LeaveReason(
        .unknownType, at: expression,
        "Whether the handler returns a promise or nothing is not known here. Write its type: { error -> Promise<Void> in … }."
      )
    }
  }

  /// Whether the handler of `recover` returns a promise. In google/promises, it may return a value.
  private func recoveryIsPromise(_ handler: Handler) throws(LeaveReason) -> Bool {
    guard let google else { return true }
    return try google.result(of: handler.closure) == .promise
  }

  /// Chooses a name for the error of a handler.
  private func errorName(of handler: Handler) throws(LeaveReason) -> String {
    if let name = handler.parameters.first?.name { return name }
    guard !References.uses(in: handler.closure).contains(where: { $0.name == "error" }) else {
      throw LeaveReason(.nameConflict, at: handler.closure, "The handler uses another error. Name its parameter.")
    }
    if handler.dollarCount > 0 { slice.renames += try Binding(handler, named: "error")?.renames ?? [] }
    return "error"
  }

  /// Returns the `catch` clause for an operator.
  private func clause(
    for link: Chain.Link, _ handler: Handler, errorName name: String, of chain: Chain, count: Int
  ) throws(LeaveReason) -> String {
    let policy = link.argument("policy")?.trimmedDescription
    if let only = link.argument("only") {
      guard policy == nil, let type = only.as(MemberAccessExprSyntax.self), type.declName.baseName.text == "self",
        let base = type.base
      else { throw unsupported(link) }
      return "catch let \(name) as \(base.trimmedDescription)"
    }
    let skipsCancellation: Bool
    switch policy {
    case ".allErrors", "CatchPolicy.allErrors": skipsCancellation = false
    case ".allErrorsExceptCancellation", "CatchPolicy.allErrorsExceptCancellation": skipsCancellation = true
    case nil where link.name.text == "catch": skipsCancellation = true
    case nil: skipsCancellation = try !isGuarantee(handler, link, of: chain, count: count)
    default: throw unsupported(link)
    }
    if skipsCancellation { return "catch let \(name) where !\(name).isCancelled" }
    return name == "error" ? "catch" : "catch let \(name)"
  }

  /// Whether `recover` results in a guarantee, which deals with cancellation as well.
  private func isGuarantee(
    _ handler: Handler, _ link: Chain.Link, of chain: Chain, count: Int
  ) throws(LeaveReason) -> Bool {
    if let kind = PromiseType(handler.resultType)?.kind { return kind == .guarantee }
    // A promise cannot be made of a guarantee but by `then`.
    let later = chain.links.dropFirst(count)
    if function.promise?.kind == .guarantee, later.allSatisfy({ $0.name.text != "recover" }) { return true }
    if !later.contains(where: { $0.name.text == "then" }) { return false }
    throw LeaveReason(
      .unknownType, at: link.name,
      "Whether recover handles cancellation depends on a type. Write it: recover { error -> Promise<Value> in … }.")
  }

  // MARK: - tap

  private func tap(
    _ handler: Handler, _ link: Chain.Link, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    guard canThrow else { throw unsupported(link) }
    let binding = try Binding(handler, hint: "result", isNeeded: true, names: &names)
    let result = binding.expression!
    slice.renames += binding.renames
    var lines: [String]
    if isPlain(chain, count: count) {
      lines = slice.lines(of: chain.head)
      lines[0] = "let \(result) = await \(lines[0])"
      lines[lines.count - 1] += ".getResult()"
    } else {
      guard let type = valueType(of: chain, count: count - 1) else {
        throw LeaveReason(
          .unknownType, at: link.name,
          "The type of the result is not known here. Write the type of the closure before.")
      }
      let isVoid = type == "Void" || type == "()"
      let value = isVoid ? "()" : names.declareUnused(startingWith: "value")
      let inner = try links(of: chain, count: count - 1, isVoid ? .discard : .bind(value))
      lines =
        ["let \(result): Result<\(type), any Error>", "do {"] + indented(inner + ["\(result) = .success(\(value))"])
      lines += ["} catch {"] + indented(["\(result) = .failure(error)"]) + ["}"]
    }
    lines += try action(handler, mayReturn: false)
    return lines + value(["try \(result).get()"], target)
  }

  /// Whether nothing comes before an operator but the call of a function.
  private func isPlain(_ chain: Chain, count: Int) -> Bool {
    guard count == 1, let call = chain.head.as(FunctionCallExprSyntax.self) else { return false }
    return !["firstly", "when"].contains(call.calledExpression.trimmedDescription)
      && PromiseLiteral.value(of: call) == nil && PromiseLiteral.error(of: call) == nil
      && knowledge.function(calledBy: call, in: function)?.isCalledAsync != true
  }

  // MARK: - Types

  /// Returns the type of the value after the first `count` operators of a chain, if it is known.
  func valueType(of chain: Chain, count: Int) -> String? {
    let preserving: Set<String> = ["get", "ensure", "tap", "catch", "recover"]
    if let last = chain.links.last, resultChains.contains(last.call.id),
      chain.links.dropFirst(count).allSatisfy({ preserving.contains(operation(of: $0)) })
    {
      return valueType
    }
    for link in chain.links.prefix(count).reversed() where !preserving.contains(operation(of: link)) {
      let closure = link.handler?.as(ClosureExprSyntax.self)
      let type = closure?.signature?.returnClause?.type
      switch operation(of: link) {
      case "done", "asVoid": return "Void"
      case "map": return type?.trimmedDescription
      case "compactMap": return type?.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription
      case "then":
        if let promise = PromiseType(type) { return promise.value.trimmedDescription }
        let last = closure?.statements.last?.item
        return (last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)).flatMap(valueType)
      default: return nil
      }
    }
    return valueType(chain.head)
  }

  private func valueType(_ expression: ExprSyntax) -> String? {
    if let chain = Chain(expression) { return valueType(of: chain, count: chain.links.count) }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    if call.calledExpression.trimmedDescription == "firstly" {
      return (call.trailingClosure?.statements.last?.item.as(ExprSyntax.self)).flatMap(valueType)
    }
    if call.calledExpression.trimmedDescription == "after" { return "Void" }
    return knowledge.function(calledBy: call, in: function)?.valueType
  }
}
