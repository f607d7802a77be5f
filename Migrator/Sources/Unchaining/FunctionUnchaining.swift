import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Rewrites one function that returns a chain, or another promise.
struct FunctionUnchaining {
  let source: SourceText
  let function: FunctionDeclaration
  let promise: PromiseType
  let body: FunctionBody
  /// Whether the body has a chain.
  let hasChain: Bool

  /// - Returns: `nil` unless the function returns a promise and has a body with a chain, or any body if that is asked for.
  init?(_ function: FunctionDeclaration, in source: SourceText, _ options: UnchainOptions) {
    guard let promise = function.promise, let body = function.body, function.node.is(FunctionDeclSyntax.self),
      !function.isAsync, function.name.first.map({ $0.isLetter || "_`".contains($0) }) == true
    else { return nil }
    self.source = source
    self.function = function
    self.promise = promise
    self.body = FunctionBody(body)
    hasChain = self.body.startsChain || self.body.results.contains(where: Self.isChain)
    guard hasChain || options.includesFunctionsWithoutChain else { return nil }
  }

  /// Whether an expression is a chain, or begins one.
  static func isChain(_ expression: ExprSyntax) -> Bool {
    if let attempt = expression.as(TryExprSyntax.self) { return isChain(attempt.expression) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return isChain(tuple.elements.first!.expression)
    }
    // `condition ? a().map { … } : b()`
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      return elements.indices.contains { index in
        // What stands before `??` is an optional value, and no promise.
        let next = index + 1 < elements.count ? elements[index + 1].as(BinaryOperatorExprSyntax.self) : nil
        guard next?.operator.text != "??" else { return false }
        return isChain(elements[index].as(UnresolvedTernaryExprSyntax.self)?.thenExpression ?? elements[index])
      }
    }
    if expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) {
      return References.startsChain(in: expression)
    }
    if Chain(expression) != nil { return true }
    let name = expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedText
    return name == "firstly" || name == "when"
  }

  /// The rewritten form of a function.
  struct Result {
    /// The edits that put an async function before the function, and call it in the function's body.
    let edits: [Edit]
    /// The first awaited promise that still contains a chain, or the first chain that remains elsewhere.
    let wrapped: ExprSyntax?
    /// Why that chain is not rewritten, if it settles the promise.
    var wrappingReason: LeaveReason?
    /// The called functions that have an async form.
    let calledFunctions: Set<String>
  }

  /// Whether nothing in the function itself prevents an async form, as far as can be told without writing it.
  var isCandidate: Bool {
    do throws(LeaveReason) {
      try checkDeclaration()
      try checkBody()
      return true
    } catch { return false }
  }

  /// Writes the async form.
  ///
  /// - Parameter declarations: The declarations of the file.
  func result(
    knowing knowledge: ProgramKnowledge, _ declarations: FileDeclarations, _ options: UnchainOptions,
    _ vocabulary: Vocabulary
  ) throws(LeaveReason) -> Result {
    try checkDeclaration()
    try checkProgram(knowledge)
    try checkBody()
    let context = ChainContext(function, body, promise, knowing: knowledge, options, vocabulary)
    let writer = ChainWriter(context, in: source, unwraps: true)
    do throws(LeaveReason) { return try result(writer, declarations) } catch {
      // The chain remains in the closure that settles the promise, and the promise is awaited.
      guard writer.record.hasUnwrapped, error.kind != .wrappedChain else { throw error }
      do throws(LeaveReason) {
        var result = try result(ChainWriter(context, in: source, unwraps: false), declarations)
        result.wrappingReason = error
        return result
      } catch let second {
        // The reason why the chain cannot be rewritten is more useful than the fact that it remains.
        throw second.kind == .wrappedChain ? error : second
      }
    }
  }

  private func result(
    _ writer: ChainWriter, _ declarations: FileDeclarations
  ) throws(LeaveReason) -> Result {
    let text = try asyncBody(writer)
    let calls = AsyncCallCheck(writer)
    calls.walk(body.node)
    if let reason = calls.reason { throw reason }
    if writer.record.steps.isEmpty, let wrapped = writer.record.wrapped {
      throw LeaveReason(
        .wrappedChain, at: wrapped,
        "The chain would remain in a promise that the async function awaits. Rewrite it by hand, or use migrate-promises add --async."
      )
    }
    let needsMainActor = try Isolation.needsMainActor(
      function, with: writer.record.steps, knowing: writer.context.knowledge, writer.context.options)
    try checkCallbacks(declarations, needsMainActor: needsMainActor, knowing: writer.context.knowledge)
    let form = AsyncForm(function, promise, source)
    let declaration = form.declaration(needsMainActor: needsMainActor) + text
    try Comments.check(old: body.node, new: declaration)
    var edits = [
      Edit(
        inserting: declaration + "\n\n" + form.indentation + form.documentation,
        at: function.node.positionAfterSkippingLeadingTrivia),
      Edit(
        from: body.node.leftBrace.endPositionBeforeTrailingTrivia,
        to: body.node.rightBrace.positionAfterSkippingLeadingTrivia,
        form.forwardingBody),
    ]
    // A function of several lines is separated from the next declaration.
    if let next = function.node.nextToken(viewMode: .sourceAccurate), next.tokenKind != .rightBrace,
      next.tokenKind != .endOfFile, next.leadingTrivia.first?.isOneNewline == true
    {
      edits.append(Edit(inserting: "\n", at: function.node.endPosition))
    }
    return Result(
      edits: edits, wrapped: writer.record.wrapped ?? RemainingChains.first(in: body.node, after: writer),
      calledFunctions: writer.record.calledFunctions)
  }

  /// Writes the body of the async function.
  private func asyncBody(_ writer: ChainWriter) throws(LeaveReason) -> String {
    let statements = body.statements
    let exits = Exit.all(body.returns, of: statements, isPromise: true)
    let target = Target(use: .result(isLast: true), canThrow: promise.kind == .promise, kind: promise.kind)
    var edits: [Edit] = []
    if exits.isEmpty {
      guard let only = statements.first?.item.as(ExprSyntax.self) else {
        throw LeaveReason(.resultSyntax, at: body.node, "The function has no return statement.")
      }
      edits = [writer.replacing(only, with: try writer.promise(only, target))]
    }
    for exit in exits { edits.append(try writer.conversion(of: exit, target)) }
    let start = body.node.leftBrace.endPositionBeforeTrailingTrivia
    let end = body.node.rightBrace.positionAfterSkippingLeadingTrivia
    let text = writer.slice.text(from: start, to: end, edits: edits)
    if text.contains("\n") && isOnSeveralLines { return "{" + text + "}" }
    // The body was written on one line.
    let lines = writer.slice.lines(of: Array(statements), edits: edits)
    let outer = Indentation.ofLine(at: function.node.positionAfterSkippingLeadingTrivia.utf8Offset, in: source.text)
    let inner = outer + source.indentation.unit
    // The lines of the statements already have the indentation of the function's line.
    let indented = lines.map { line in line.isEmpty ? "" : inner + line }
    return "{\n" + indented.joined(separator: "\n") + "\n" + outer + "}"
  }

  private var isOnSeveralLines: Bool {
    body.statements.first?.leadingTrivia.contains { $0.isNewline } == true
      || body.node.leftBrace.trailingTrivia.contains { $0.isNewline }
  }
}

extension TriviaPiece {
  fileprivate var isOneNewline: Bool {
    switch self {
    case .newlines(1), .carriageReturnLineFeeds(1): true
    default: false
    }
  }
}
