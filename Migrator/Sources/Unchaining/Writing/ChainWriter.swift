import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Writes the statements that replace an expression of promises.
///
/// A chain is written from the inside out: the statements of all steps before, then those of the last step. Steps such
/// as `recover`, which deal with the errors of all steps before, become a `do` block around these.
///
/// The lines are indented relative to the statements.
final class ChainWriter {
  /// The parts that have been written, and the functions on which they depend.
  struct Record {
    /// The calls that have become calls of async functions, or that `get()` waits for.
    var awaitedCalls: Set<SyntaxIdentifier> = []
    /// The closures whose statements have become statements of the function.
    var movedClosures: Set<SyntaxIdentifier> = []
    var steps: [Step] = []
    /// The called functions that have an async form.
    var calledFunctions: Set<String> = []
    /// Whether the outcomes of the closure of `Promise { seal in … }` were looked for.
    var hasUnwrapped = false
    /// The first awaited promise that still contains a chain.
    var wrapped: ExprSyntax?
  }

  let context: ChainContext
  /// Whether a chain replaces the promise that is created around it and that it settles.
  let unwraps: Bool
  var slice: SourceSlice
  var names: Names
  var record = Record()

  init(_ context: ChainContext, in source: SourceText, unwraps: Bool) {
    self.context = context
    self.unwraps = unwraps
    slice = SourceSlice(source: source)
    names = Names(context.function, context.body)
  }

  // MARK: - Values

  /// Writes the statement that returns, binds, assigns or discards a value.
  func value(_ text: [String], _ target: Target) -> [String] {
    func prefixed(_ prefix: String) -> [String] { [prefix + text[0]] + text.dropFirst() }
    switch target.use {
    case .result(let isLast):
      guard context.isVoid else { return prefixed("return ") }
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
      let type = target.isResult ? context.valueType : nil
      return try self.chain(try Steps(chain, type: type, google: context.google), target)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) { return try self.sequence(sequence, target) }
    // The statements that wait for a promise have a `try` of their own.
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      if let chain = Chain(attempt.expression), let step = chain.links.first(where: Step.takesOutcome) {
        throw LeaveReason(
          .caught, at: step.name,
          "An error that is thrown before the chain starts would be handled by \(step.name.text). Move what can throw before the chain."
        )
      }
      var target = target
      (target.canThrow, target.isAttempt) = (true, true)
      return try promise(attempt.expression, target)
    }
    if expression.is(AwaitExprSyntax.self) || expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) {
      throw LeaveReason(.resultSyntax, at: expression, "A promise of this form is not rewritten. Rewrite it by hand.")
    }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      if let lines = try self.call(call, target) { return lines }
    } else if PromiseLiteral.isVoidValue(expression) {
      return end(target)
    }
    return try awaited(expression, target)
  }

  /// Writes a call that has a counterpart without promises.
  private func call(_ call: FunctionCallExprSyntax, _ target: Target) throws(LeaveReason) -> [String]? {
    if let value = PromiseLiteral.value(of: call) {
      return try literal(value, target, type: PromiseLiteral.typeArgument(of: call))
    }
    if let error = PromiseLiteral.error(of: call) { return try throwing(error, target) }
    if let argument = PromiseLiteral.argument(of: call), let google = context.google {
      let type = PromiseLiteral.typeArgument(of: call)
      switch type == "Any" ? nil : google.isError(argument) {
      case true: return try throwing(argument, target)
      case false: return try literal(argument, target, type: type)
      case nil: break
      }
    }
    if let closure = ChainContext.firstly(call) { return try block(closure, target) }
    if let lines = try concurrentCalls(call, target) { return lines }
    if unwraps, let lines = try unwrapped(call, target) { return lines }
    if let reason = Resolving.reason(for: call) { throw reason }
    return nil
  }

  func throwing(_ error: ExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    try checkContinues(target, at: error)
    let lines = slice.lines(of: error)
    return ["throw " + (target.isAttempt ? "try " : "") + lines[0]] + lines.dropFirst()
  }

  /// Checks that no later statement needs a value that does not exist, because an error is thrown instead.
  func checkContinues(_ target: Target, at node: some SyntaxProtocol) throws(LeaveReason) {
    guard case .bind = target.use else { return }
    throw LeaveReason(.resultSyntax, at: node, "The next step never runs, because the one before always fails.")
  }

  /// Writes `.value(x)`.
  private func literal(_ value: ExprSyntax?, _ target: Target, type: String? = nil) throws(LeaveReason) -> [String] {
    guard let value else { return end(target) }
    var target = target
    if let type, let pattern = target.untypedPattern { target.use = .bind("\(pattern): \(type)") }
    if type == nil {
      try checkContext(of: value, target)
    } else if let type, target.use == .discard, needsContext(value) {
      target.use = .bind("_: \(type)")
    }
    let lines = slice.lines(of: value)
    return self.value([(target.isAttempt ? "try " : "") + lines[0]] + lines.dropFirst(), target)
  }

  /// Writes `condition ? a : b`, where both are promises, or `a ?? b`.
  private func sequence(_ sequence: SequenceExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    let elements = Array(sequence.elements)
    if elements.count > 2, let ternary = elements[elements.count - 2].as(UnresolvedTernaryExprSyntax.self),
      !elements.dropLast(2).contains(where: {
        $0.is(UnresolvedTernaryExprSyntax.self) || $0.is(AssignmentExprSyntax.self)
      })
    {
      if case .bind = target.use {
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
    guard !elements.contains(where: PromiseLiteral.hasImplicitBase) else {
      throw LeaveReason(.resultSyntax, at: sequence, "The type of a promise is inferred from its context. Write it.")
    }
    return try awaited(ExprSyntax(sequence), target)
  }

  /// Writes the statements of a block in the place of `firstly { … }`.
  private func block(_ closure: ClosureExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    let handler = try Handler(closure)
    guard !handler.usesInput else { throw LeaveReason(.resultSyntax, at: closure, "The closure has a parameter.") }
    return try slice.comments(in: closure.leftBrace.trailingTrivia)
      + body(of: handler, target, valueIsPromise: true, isTyped: true)
      + slice.comments(in: closure.rightBrace.leadingTrivia)
  }

  /// Writes the statements of `Promise { seal in … }`, if their outcomes can be returned and thrown.
  private func unwrapped(_ call: FunctionCallExprSyntax, _ target: Target) throws(LeaveReason) -> [String]? {
    guard PromiseLiteral.isInitializer(call) else { return nil }
    record.hasUnwrapped = true
    let type = PromiseLiteral.typeArgument(of: call)
    let isGuarantee = PromiseLiteral.isGuaranteeType(call.calledExpression) ?? (target.kind == .guarantee)
    guard target.canThrow || isGuarantee, target.isTyped || type != nil,
      let resolving = try ResolvingClosure(
        call, type: target.isResult ? context.valueType : type, isGuarantee: isGuarantee, google: context.google)
    else { return nil }
    var target = target
    if let type, let pattern = target.untypedPattern { target.use = .bind("\(pattern): \(type)") }
    var handler = try Handler(resolving.closure)
    handler.exits = resolving.exits
    return try slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
      + body(of: handler, target, valueIsPromise: false)
      + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
  }

  /// Returns the called function, unless overload resolution needs the context. The statements depend on its form.
  func callee(of call: FunctionCallExprSyntax) -> ProgramKnowledge.Function? {
    guard context.overloads(of: call, isPromise: true) == nil else { return nil }
    let function = context.callee(of: call)
    if let function, function.hasAsyncForm { record.calledFunctions.formUnion(function.forms) }
    return function
  }

  /// Records that an expression is awaited as a whole.
  func noteAwaited(_ expression: ExprSyntax) {
    record.awaitedCalls.insert(expression.id)
    if record.wrapped == nil, References.startsChain(in: expression) { record.wrapped = expression }
  }

  func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : slice.source.indentation.unit + $0 }
  }
}
