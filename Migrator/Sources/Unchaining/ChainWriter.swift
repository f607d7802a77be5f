import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Writes the statements that do what an expression of promises does.
///
/// A chain is written from the inside out: the statements of all steps before, then those of the last step. Steps such
/// as `recover`, which deal with the errors of all steps before, become a `do` block around these.
///
/// The lines have no indentation but that within the statements.
final class ChainWriter {
  var slice: SourceSlice
  let knowledge: ProgramKnowledge
  let function: FunctionDeclaration
  let options: UnchainOptions
  var names: Names
  /// The chains whose value is the result of the function.
  private(set) var resultChains: Set<SyntaxIdentifier> = []
  /// The names of the values of steps, by the calls of their operators.
  var bindings: [SyntaxIdentifier: Binding] = [:]
  /// What the closures of the file return, if they are those of google/promises.
  let google: GoogleGrammar?
  /// What the operators do, by their calls, where their name does not tell.
  var operations: [SyntaxIdentifier: String] = [:]
  /// The calls that have become calls of async functions, or that `get()` waits for.
  private(set) var awaitedCalls: Set<SyntaxIdentifier> = []
  /// Whether the expression at hand is behind `try`, which what it becomes keeps.
  var isAttempt = false
  /// The closures whose statements have become those of the function.
  var movedClosures: Set<SyntaxIdentifier> = []
  /// The operators that have become statements.
  var writtenLinks: [Chain.Link] = []
  /// Whether the expressions at hand are promises that can be rejected.
  private(set) var canThrow: Bool
  /// Whether the function has no value.
  let isVoid: Bool
  /// The type of the function's value, as it is written.
  let valueType: String

  init(
    source: SourceText, function: FunctionDeclaration, promise: PromiseType, knowledge: ProgramKnowledge,
    options: UnchainOptions, isGoogle: Bool
  ) {
    slice = SourceSlice(source: source)
    self.knowledge = knowledge
    self.function = function
    self.options = options
    names = Names(function: function)
    google = isGoogle ? GoogleGrammar(knowledge: knowledge, function: function) : nil
    canThrow = promise.kind == .promise
    valueType = promise.value.trimmedDescription
    isVoid = ["Void", "()", "Swift.Void"].contains(valueType)
  }

  // MARK: - Values

  /// Writes what becomes of a value.
  func value(_ text: [String], _ target: Target) -> [String] {
    func prefixed(_ prefix: String) -> [String] { [prefix + text[0]] + text.dropFirst() }
    switch target {
    case .result(let isLast):
      guard isVoid else { return prefixed("return ") }
      let isNothing = text == ["()"]
      return (isNothing ? [] : text) + (isLast ? [] : ["return"])
    case .bind(let pattern): return prefixed("let \(pattern) = ")
    case .assign(let name): return prefixed("\(name) = ")
    case .discard: return text == ["()"] ? [] : prefixed("_ = ")
    }
  }

  /// Writes the `return` of a function whose value has been dealt with.
  func end(_ target: Target) -> [String] { value(["()"], target) }

  // MARK: - Promises

  /// Writes an expression whose value is a promise.
  func promise(_ expression: ExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.label == nil
    {
      return try promise(only.expression, target)
    }
    if let chain = Chain(expression) {
      if case .result = target { resultChains.insert(expression.id) }
      try chooseNames(for: chain, target)
      return try links(of: chain, count: chain.links.count, target)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) { return try self.sequence(sequence, target) }
    // The statements that wait for a promise have a `try` of their own.
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      let old = isAttempt
      isAttempt = true
      defer { isAttempt = old }
      return try catchingErrors { () throws(LeaveReason) in try promise(attempt.expression, target) }
    }
    if expression.is(AwaitExprSyntax.self) || expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) {
      throw LeaveReason(.resultSyntax, at: expression, "A promise of this form is not rewritten. Rewrite it by hand.")
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      if let value = PromiseLiteral.value(of: call) {
        return try literal(value, target, type: PromiseLiteral.typeArgument(of: call))
      }
      if let error = PromiseLiteral.error(of: call) {
        return throwing(error)
      }
      if let argument = PromiseLiteral.argument(of: call), google != nil {
        return GoogleGrammar.isError(argument) ? throwing(argument) : try literal(argument, target)
      }
      if let closure = firstly(call) { return try block(closure, target) }
      if let all = try concurrentCalls(call, target) { return all }
      if let reason = Resolving.reason(for: call) { throw reason }
    } else if PromiseLiteral.isVoidValue(expression) {
      return end(target)
    }
    return try awaited(expression, target)
  }

  private func throwing(_ error: ExprSyntax) -> [String] {
    let lines = slice.lines(of: error)
    return ["throw " + (isAttempt ? "try " : "") + lines[0]] + lines.dropFirst()
  }

  /// Writes `.value(x)`.
  private func literal(_ value: ExprSyntax?, _ target: Target, type: String? = nil) throws(LeaveReason) -> [String] {
    guard let value else { return end(target) }
    var target = target
    if let type, case .bind(let pattern) = target, !pattern.contains(": ") { target = .bind("\(pattern): \(type)") }
    if type == nil { try checkContext(of: value, target) }
    let lines = slice.lines(of: value)
    return self.value([(isAttempt ? "try " : "") + lines[0]] + lines.dropFirst(), target)
  }

  /// Writes the call of a function that returns a promise.
  private func awaited(_ expression: ExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    awaitedCalls.insert(expression.id)
    let known = (expression.as(FunctionCallExprSyntax.self)).flatMap { knowledge.function(calledBy: $0, in: function) }
    let needsType = known?.isGeneric == true || PromiseLiteral.isOfUnknownType(expression)
    if needsType, !isTyped(target) {
      throw LeaveReason(
        .unknownType, at: expression,
        "The type of the value is not known here. Write the type of the next closure's parameter.")
    }
    let keyword =
      !isAttempt && (known?.kind == .guarantee || !canThrow || PromiseLiteral.isGuarantee(expression))
      ? "await" : "try await"
    var target = target
    if case .bind(let pattern) = target, !pattern.contains(": "), let element = elementType(of: expression) {
      target = .bind("\(pattern): [\(element)]")
    }
    var lines = slice.lines(of: expression)
    if expression.is(SequenceExprSyntax.self) {
      lines[0] = "(" + lines[0]
      lines[lines.count - 1] += ")"
    }
    if let known, known.hasAsyncForm, !known.isCalledAsync, known.valueType.isResult {
      // `load().get()` would be the result's own `get()`, of the value of the async form.
      lines[0] = "(" + lines[0]
      lines[lines.count - 1] += " as \(known.kind == .guarantee ? "Guarantee" : "Promise")<\(known.valueType)>)"
    }
    lines[0] = "\(keyword) \(lines[0])"
    if known?.isCalledAsync != true {
      lines[lines.count - 1] += options.forwardsCancellation ? ".get(cancellation: .forward)" : ".get()"
      // The result of get() can be left unused.
      if target == .discard { return lines }
      if isVoid, case .result(let isLast) = target {
        // A function that is generic in its result learns from `return` that it has none.
        if needsType { return ["return " + lines[0]] + lines.dropFirst() }
        return lines + (isLast ? [] : ["return"])
      }
      return value(lines, target)
    }
    let isVoidCall = known.map { ["Void", "()"].contains($0.valueType) } ?? false
    if target == .discard, isVoidCall { return lines }
    if isVoid, case .result(let isLast) = target { return lines + (isLast ? [] : ["return"]) }
    return value(lines, target)
  }

  /// Returns the type of the values of `when(fulfilled: items.map { load($0) })`, which is not inferred where PromiseKit's
  /// form for several types is visible.
  private func elementType(of expression: ExprSyntax) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.trimmedDescription == "when",
      call.arguments.count == 1, let argument = call.arguments.first, argument.label?.text == "fulfilled",
      let map = argument.expression.as(FunctionCallExprSyntax.self),
      map.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "map",
      case .expr(let mapped)? = map.trailingClosure?.statements.last?.item,
      let promise = mapped.as(FunctionCallExprSyntax.self)
    else { return nil }
    return knowledge.function(calledBy: promise, in: function).flatMap { $0.isGeneric ? nil : $0.valueType }
  }

  /// Whether a target tells the type of its value.
  private func isTyped(_ target: Target) -> Bool {
    switch target {
    case .result, .assign: true
    case .bind(let pattern): pattern.contains(": ")
    case .discard: false
    }
  }

  /// Returns the closure of `firstly { … }`.
  private func firstly(_ call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard call.calledExpression.trimmedDescription == "firstly" else { return nil }
    return call.trailingClosure ?? call.arguments.first?.expression.as(ClosureExprSyntax.self)
  }

  /// Writes `condition ? a : b`, where both are promises, or `a ?? b`.
  private func sequence(_ sequence: SequenceExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    let elements = Array(sequence.elements)
    if elements.count > 2, let ternary = elements[elements.count - 2].as(UnresolvedTernaryExprSyntax.self),
      !elements.dropLast(2).contains(where: {
        $0.is(UnresolvedTernaryExprSyntax.self) || $0.is(AssignmentExprSyntax.self)
      })
    {
      if case .bind = target {
        throw LeaveReason(
          .unknownType, at: sequence,
          "The type of the value is not known here. Write an if statement in a function of its own.")
      }
      let condition = slice.text(
        from: sequence.positionAfterSkippingLeadingTrivia,
        to: elements[elements.count - 3].endPositionBeforeTrailingTrivia)
      return try ["if \(condition) {"] + indented(promise(ternary.thenExpression, target)) + ["} else {"]
        + indented(promise(elements.last!, target)) + ["}"]
    }
    if elements.contains(where: FunctionUnchaining.isChain) {
      throw LeaveReason(
        .resultSyntax, at: sequence,
        "A chain that is an operand is not rewritten. Give it a name, or use an if statement.")
    }
    let hasImplicitMember = elements.contains { element in
      let called = element.as(FunctionCallExprSyntax.self)?.calledExpression ?? element
      return called.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    }
    guard !hasImplicitMember else {
      throw LeaveReason(.resultSyntax, at: sequence, "The type of a promise depends on the context. Write it.")
    }
    return try awaited(ExprSyntax(sequence), target)
  }

  /// Writes `when(fulfilled: f(), g())` with `async let`, if each is the call of a function with an async form.
  private func concurrentCalls(_ call: FunctionCallExprSyntax, _ target: Target) throws(LeaveReason) -> [String]? {
    guard call.calledExpression.trimmedDescription == "when", call.trailingClosure == nil, call.arguments.count > 1,
      call.arguments.first?.label?.text == "fulfilled", call.arguments.dropFirst().allSatisfy({ $0.label == nil })
    else { return nil }
    let calls = call.arguments.compactMap { $0.expression.as(FunctionCallExprSyntax.self) }
    guard calls.count == call.arguments.count,
      calls.allSatisfy({ knowledge.function(calledBy: $0, in: function)?.isCalledAsync == true }),
      // The calls, their arguments included, are evaluated at the same time, and one may change what another one reads.
      calls.allSatisfy({ hasConstantOwner($0) && $0.arguments.allSatisfy { isConstant($0.expression) } })
    else { return nil }
    var lines: [String] = []
    var pending: [String] = []
    for call in calls {
      awaitedCalls.insert(call.id)
      let name = names.declareUnused(startingWith: "pending" + Self.capitalized(Names.hint(for: ExprSyntax(call))))
      pending.append(name)
      var text = slice.lines(of: call)
      text[0] = "async let \(name) = \(text[0])"
      lines += text
    }
    let all = "\(canThrow ? "try await" : "await") (\(pending.joined(separator: ", ")))"
    if isVoid, case .result = target { return lines + value(["_ = " + all], target) }
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

  func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : slice.source.indentation.unit + $0 }
  }

  /// Writes with other errors allowed than the function has.
  func catchingErrors<Result>(_ body: () throws(LeaveReason) -> Result) throws(LeaveReason) -> Result {
    let old = canThrow
    canThrow = true
    defer { canThrow = old }
    return try body()
  }
}

extension String {
  /// Whether the text is that of a type `Result<…>`.
  fileprivate var isResult: Bool { hasPrefix("Result<") || hasPrefix("Swift.Result<") }
}
