import PromiseSyntax
import SourceEditing
import SwiftSyntax

extension ChainWriter {
  /// Writes the statements of a handler whose result becomes a value.
  ///
  /// - Parameters:
  ///   - valueIsPromise: Whether the handler returns a promise, as a handler of `then` does.
  ///   - isNested: Whether the statements get a scope of their own.
  ///   - isTyped: Whether the handler's result has the type of the code around it.
  func body(
    of handler: Handler, _ target: Target, valueIsPromise: Bool, isNested: Bool = false, isTyped: Bool = false
  ) throws(LeaveReason) -> [String] {
    record.movedClosures.insert(handler.closure.id)
    if !isNested { try names.declare(localsOf: handler.closure) }
    var target = typed(target, by: handler, valueIsPromise: valueIsPromise)
    target.isAttempt = false
    if valueIsPromise { target.kind = PromiseType(handler.resultType)?.kind ?? (isTyped ? target.kind : nil) }
    let exits = handler.exits ?? Exit.returns(in: handler.statements, isPromise: valueIsPromise)
    var declaration: [String] = []
    if !target.isResult, handler.hasBranches {
      guard exits.allSatisfy({ ReturnStatements.endsPath($0.statement, of: handler.statements) }) else {
        throw LeaveReason(
          .earlyReturn, at: handler.closure,
          "The handler returns before its end, and more steps follow. Give it a function of its own.")
      }
      // Each branch assigns to a constant that is declared before.
      if case .bind(let pattern) = target.use {
        let name = pattern.prefix { $0 != ":" }
        guard target.isTyped, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), name != "_" else {
          throw LeaveReason(
            .earlyReturn, at: handler.closure,
            "The handler returns at several places. Write the type of its result, or give it a function of its own.")
        }
        declaration = ["let \(pattern)"]
        target.use = .assign(String(name))
      }
    }
    var edits: [Edit] = []
    if exits.isEmpty, !valueIsPromise, handler.hasNoResult {
      return slice.lines(of: Array(handler.statements)) + end(target)
    }
    if exits.isEmpty, let last = handler.statements.last {
      guard case .expr(let expression) = last.item else {
        return try ending(with: last, of: handler, target)
      }
      if handler.statements.count == 1 {
        let lines = try result(valueIsPromise ? .promise(expression) : .value(expression), target)
        edits = [replacing(expression, with: lines)]
      }
    }
    for exit in exits { edits.append(try conversion(of: exit, target)) }
    return declaration + slice.lines(of: Array(handler.statements), edits: edits)
  }

  /// Keeps the written result type of a closure, which may determine the meaning of its last expression.
  private func typed(_ target: Target, by handler: Handler, valueIsPromise: Bool) -> Target {
    // The type may decide which function is called.
    if target.use == .discard, let type = handler.resultType.map({ PromiseType($0)?.value ?? $0 })?.trimmedText,
      !["Void", "()"].contains(type)
    {
      return target.with(.bind("_: \(type)"))
    }
    guard let pattern = target.untypedPattern, let type = handler.resultType else { return target }
    return target.with(.bind("\(pattern): \((PromiseType(type)?.value ?? type).trimmedText)"))
  }

  /// Writes a handler that ends with a statement other than `return`.
  private func ending(
    with last: CodeBlockItemSyntax, of handler: Handler, _ target: Target
  ) throws(LeaveReason) -> [String] {
    guard last.item.is(ThrowStmtSyntax.self) else {
      throw LeaveReason(
        .earlyReturn, at: last, "The handler returns the value of a statement. Write return in its branches.")
    }
    try checkContinues(target, at: last)
    return slice.lines(of: Array(handler.statements))
  }

  /// Writes the statement that returns, binds, assigns, discards or throws an outcome.
  private func result(_ outcome: Exit.Outcome, _ target: Target) throws(LeaveReason) -> [String] {
    switch outcome {
    case .nothing: return end(target)
    case .promise(let expression): return try promise(expression, target)
    case .chain(let steps): return try chain(steps, target)
    case .error(let expression):
      return try throwing(expression, target)
    case .value(let expression):
      try checkContext(of: expression, target)
      return value(slice.lines(of: expression), target)
    }
  }

  /// Checks that the type of a value is known where it is bound to a constant.
  func checkContext(of expression: ExprSyntax, _ target: Target) throws(LeaveReason) {
    guard target.untypedPattern != nil || target.use == .discard, needsContext(expression) else { return }
    throw LeaveReason(
      .unknownType, at: expression,
      "The type of \(expression.trimmedText) is not known here. Write the result type of the closure.")
  }

  /// Whether the context determines the type of an expression.
  func needsContext(_ expression: ExprSyntax) -> Bool {
    if expression.is(NilLiteralExprSyntax.self) { return true }
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = expression.as(DictionaryExprSyntax.self) { return dictionary.content.is(TokenSyntax.self) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return needsContext(call.calledExpression) }
    return expression.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }

  /// Returns the edit that replaces a node with lines.
  func replacing(_ node: some SyntaxProtocol, with lines: [String]) -> Edit {
    replacing(from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia, with: lines)
  }

  private func replacing(_ exit: Exit, with lines: [String]) -> Edit {
    replacing(from: exit.start, to: exit.end, with: lines)
  }

  private func replacing(from start: AbsolutePosition, to end: AbsolutePosition, with lines: [String]) -> Edit {
    let indentation = slice.indentation(at: start)
    let rest = lines.dropFirst().map { "\n" + ($0.isEmpty ? "" : indentation + $0) }
    return Edit(from: start, to: end, (lines.first ?? "") + rest.joined())
  }

  /// Returns the edit that turns an exit into one of the async function.
  func conversion(of exit: Exit, _ target: Target) throws(LeaveReason) -> Edit {
    try checkErrors(of: exit, target)
    var target = target
    if case .result(let wasLast) = target.use { target.use = .result(isLast: wasLast && exit.isLast) }
    var lines = try result(exit.outcome, target)
    let item = exit.statement.parent?.as(CodeBlockItemSyntax.self)
    let block = item?.parent?.parent?.as(CodeBlockSyntax.self)
    // An empty block is only left as the function's body; a `switch` case cannot be empty.
    if lines.isEmpty, let list = item?.parent?.as(CodeBlockItemListSyntax.self), list.count == exit.statementCount {
      let isCase = list.parent?.is(SwitchCaseSyntax.self) == true
      let isNested = isCase || block.map { !$0.parent!.is(FunctionDeclSyntax.self) } == true
      if target.isResult, isNested { lines = ["return"] }
      if !target.isResult, isCase { lines = ["break"] }
    }
    if lines.isEmpty {
      // The end of a function without a value. The line is removed unless a comment is before it.
      let hasComment = !slice.comments(in: exit.statement.leadingTrivia).isEmpty
      return Edit(from: hasComment ? exit.start : exit.statement.position, to: exit.end, "")
    }
    guard lines.count != 1 else { return Edit(from: exit.start, to: exit.end, lines[0]) }
    // Several statements do not fit on the line of `case 1: return x`.
    if let item, let switchCase = item.parent?.parent?.as(SwitchCaseSyntax.self),
      !exit.statement.leadingTrivia.contains(where: \.isNewline), switchCase.statements.first?.id == item.id
    {
      let inner = slice.indentation(at: switchCase.positionAfterSkippingLeadingTrivia) + slice.source.indentation.unit
      return Edit(
        from: switchCase.label.endPositionBeforeTrailingTrivia, to: exit.end,
        lines.map { $0.isEmpty ? "\n" : "\n" + inner + $0 }.joined())
    }
    // Nor do they fit on the line of `guard … else { return x }`.
    guard let block, !block.statements.contains(where: { $0.leadingTrivia.contains { $0.isNewline } }) else {
      return replacing(exit, with: lines)
    }
    // The function's body is put on separate lines in any case.
    if block.parent?.is(FunctionDeclSyntax.self) == true, block.statements.count == 1 {
      return replacing(exit, with: lines)
    }
    guard block.statements.count == exit.statementCount else {
      throw LeaveReason(.resultSyntax, at: block, "Several statements are on one line. Break the line.")
    }
    let outer = slice.indentation(at: block.positionAfterSkippingLeadingTrivia)
    let inner = outer + slice.source.indentation.unit
    return Edit(
      from: block.leftBrace.endPositionBeforeTrailingTrivia, to: block.rightBrace.positionAfterSkippingLeadingTrivia,
      "\n" + lines.map { $0.isEmpty ? "" : inner + $0 }.joined(separator: "\n") + "\n" + outer)
  }

  /// Checks that no `catch` around an exit receives the error of its promise. The statement is inside a `do` block, so
  /// the promise would be awaited there.
  private func checkErrors(of exit: Exit, _ target: Target) throws(LeaveReason) {
    guard case .promise(let expression) = exit.outcome, target.canThrow, ReturnStatements.isCaught(exit.statement),
      !PromiseLiteral.isFulfilled(expression, inGoogle: context.google != nil)
    else { return }
    throw LeaveReason(
      .caught, at: exit.statement,
      "The promise would be awaited inside the do block, whose catch would handle its errors. Return it after the block."
    )
  }

  /// Writes the statements of a handler that has no value.
  ///
  /// - Parameters:
  ///   - mayReturn: Whether a `return` in the handler may leave the function.
  func action(_ handler: Handler, mayReturn: Bool, isNested: Bool = false) throws(LeaveReason) -> [String] {
    record.movedClosures.insert(handler.closure.id)
    if !isNested { try names.declare(localsOf: handler.closure) }
    if !mayReturn, let first = ReturnStatements.all(in: handler.statements).first {
      if handler.statements.count == 1, let expression = first.expression { return slice.lines(of: expression) }
      throw LeaveReason(
        .earlyReturn, at: first,
        "The handler returns before its end, and more steps follow. Give it a function of its own.")
    }
    return slice.lines(of: Array(handler.statements))
  }
}
