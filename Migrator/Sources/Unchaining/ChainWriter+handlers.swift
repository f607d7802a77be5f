import PromiseSyntax
import SourceEditing
import SwiftSyntax

extension ChainWriter {
  /// Writes the statements of a handler whose result becomes a value.
  ///
  /// - Parameters:
  ///   - valueIsPromise: Whether the handler returns a promise, as that of `then` does.
  ///   - isNested: Whether the statements get a scope of their own.
  func body(
    of handler: Handler, _ target: Target, valueIsPromise: Bool, isNested: Bool = false
  ) throws(LeaveReason) -> [String] {
    movedClosures.insert(handler.closure.id)
    let wasAttempt = isAttempt
    isAttempt = false
    defer { isAttempt = wasAttempt }
    if !isNested { try names.declare(localsOf: handler.closure) }
    let target = typed(target, by: handler)
    let returns = ReturnStatements.all(in: handler.statements)
    if case .result = target {
    } else if !ReturnStatements.isStraight(handler.statements) {
      throw LeaveReason(
        .earlyReturn, at: handler.closure,
        "The handler returns at several places, and more steps follow. Give it a function of its own.")
    }
    var edits: [Edit] = []
    if returns.isEmpty, let last = handler.statements.last {
      guard case .expr(let expression) = last.item else {
        return try ending(with: last, of: handler)
      }
      if handler.statements.count == 1 {
        let lines = try result(expression, target, isPromise: valueIsPromise)
        edits = [replacing(expression, with: lines)]
      }
    }
    for statement in returns {
      let isLast = ReturnStatements.isAtEnd(statement, of: handler.statements)
      edits.append(try conversion(of: statement, target, isPromise: valueIsPromise, isLast: isLast))
    }
    return slice.lines(of: Array(handler.statements), edits: edits)
  }

  /// Keeps the result type that a closure is written with, which may decide what its last expression means.
  private func typed(_ target: Target, by handler: Handler) -> Target {
    guard case .bind(let pattern) = target, !pattern.contains(":"), let type = handler.resultType else { return target }
    return .bind("\(pattern): \((PromiseType(type)?.value ?? type).trimmedDescription)")
  }

  /// Writes a handler that ends with a statement other than `return`.
  private func ending(with last: CodeBlockItemSyntax, of handler: Handler) throws(LeaveReason) -> [String] {
    guard last.item.is(ThrowStmtSyntax.self) else {
      throw LeaveReason(
        .earlyReturn, at: last, "The value of the handler is that of a statement. Write return in its branches.")
    }
    return slice.lines(of: Array(handler.statements))
  }

  /// Writes what becomes of a returned expression.
  private func result(_ expression: ExprSyntax, _ target: Target, isPromise: Bool) throws(LeaveReason) -> [String] {
    if isPromise { return try promise(expression, target) }
    try checkContext(of: expression, target)
    return value(slice.lines(of: expression), target)
  }

  /// Checks that the type of a value is known where it is bound to a constant.
  func checkContext(of expression: ExprSyntax, _ target: Target) throws(LeaveReason) {
    guard case .bind(let pattern) = target, !pattern.contains(": "), needsContext(expression) else { return }
    throw LeaveReason(
      .unknownType, at: expression,
      "The type of \(expression.trimmedDescription) is not known here. Write the result type of the closure.")
  }

  /// Whether the type of an expression depends on what it is used for.
  private func needsContext(_ expression: ExprSyntax) -> Bool {
    if expression.is(NilLiteralExprSyntax.self) { return true }
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = expression.as(DictionaryExprSyntax.self) { return dictionary.content.is(TokenSyntax.self) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return needsContext(call.calledExpression) }
    return expression.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }

  /// Returns the edit that puts lines in the place of a node.
  func replacing(_ node: some SyntaxProtocol, with lines: [String]) -> Edit {
    let indentation = slice.indentation(at: node.positionAfterSkippingLeadingTrivia)
    let rest = lines.dropFirst().map { "\n" + ($0.isEmpty ? "" : indentation + $0) }
    return Edit(replacing: node, with: (lines.first ?? "") + rest.joined())
  }

  /// Returns the edit that makes a `return` of a promise, or of a handler, one of the async function.
  func conversion(
    of statement: ReturnStmtSyntax, _ target: Target, isPromise: Bool, isLast: Bool
  ) throws(LeaveReason) -> Edit {
    if isPromise, canThrow, let expression = statement.expression { try checkErrors(of: expression, in: statement) }
    var target = target
    if case .result(let wasLast) = target { target = .result(isLast: wasLast && isLast) }
    let lines =
      if let expression = statement.expression { try result(expression, target, isPromise: isPromise) } else {
        end(target)
      }
    if lines.isEmpty {
      // The end of a function without a value. The line goes, unless a comment is before it.
      let hasComment = !slice.comments(in: statement.leadingTrivia).isEmpty
      let start = hasComment ? statement.positionAfterSkippingLeadingTrivia : statement.position
      return Edit(from: start, to: statement.endPositionBeforeTrailingTrivia, "")
    }
    guard lines.count != 1 else { return Edit(replacing: statement, with: lines[0]) }
    // They do not fit on the line of `case 1: return x` either.
    if let switchCase = statement.parent?.parent?.parent?.as(SwitchCaseSyntax.self),
      !statement.leadingTrivia.contains(where: \.isNewline), switchCase.statements.first?.item.id == statement.id
    {
      let inner = slice.indentation(at: switchCase.positionAfterSkippingLeadingTrivia) + slice.source.indentation.unit
      return Edit(
        from: switchCase.label.endPositionBeforeTrailingTrivia, to: statement.endPositionBeforeTrailingTrivia,
        lines.map { $0.isEmpty ? "\n" : "\n" + inner + $0 }.joined())
    }
    // Several statements do not fit on the line of `guard … else { return x }`.
    guard let item = statement.parent?.as(CodeBlockItemSyntax.self),
      let block = item.parent?.parent?.as(CodeBlockSyntax.self),
      !block.statements.contains(where: { $0.leadingTrivia.contains { $0.isNewline } })
    else { return replacing(statement, with: lines) }
    // The body of the function gets lines of its own anyway.
    if block.parent?.is(FunctionDeclSyntax.self) == true, block.statements.count == 1 {
      return replacing(statement, with: lines)
    }
    guard block.statements.count == 1 else {
      throw LeaveReason(.resultSyntax, at: block, "Several statements stand on one line. Break the line.")
    }
    let outer = slice.indentation(at: block.positionAfterSkippingLeadingTrivia)
    let inner = outer + slice.source.indentation.unit
    return Edit(
      from: block.leftBrace.endPositionBeforeTrailingTrivia, to: block.rightBrace.positionAfterSkippingLeadingTrivia,
      "\n" + lines.map { $0.isEmpty ? "" : inner + $0 }.joined(separator: "\n") + "\n" + outer)
  }

  /// Checks that no `catch` around a `return` receives the error of the promise that is returned. The statement is inside
  /// a `do` block, so the promise would be awaited there.
  private func checkErrors(of expression: ExprSyntax, in statement: ReturnStmtSyntax) throws(LeaveReason) {
    guard ReturnStatements.isCaught(statement), !PromiseLiteral.isFulfilled(expression, inGoogle: google != nil) else {
      return
    }
    throw LeaveReason(
      .caught, at: statement,
      "The promise would be awaited inside the do block, whose catch would handle its errors. Return it after the block."
    )
  }

  /// Writes the statements of a handler that has no value.
  ///
  /// - Parameters:
  ///   - mayReturn: Whether a `return` in the handler may leave the function.
  func action(_ handler: Handler, mayReturn: Bool, isNested: Bool = false) throws(LeaveReason) -> [String] {
    movedClosures.insert(handler.closure.id)
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
