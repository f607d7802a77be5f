import PromiseSyntax
import SwiftSyntax

/// The closure of `Promise { seal in … }`, if each of its paths ends with the outcome of the promise, as in
/// `{ seal in load().done { seal.fulfill($0) }.catch { seal.reject($0) } }`. Then the outcomes can be returned and thrown.
struct ResolvingClosure {
  let closure: ClosureExprSyntax
  /// The statements that settle the promise, each at the end of its path.
  private(set) var exits: [Exit] = []
  private let resolver: Resolver
  private let google: GoogleGrammar?
  /// The type of the promise's value, if it is known.
  private let type: String?
  private let isGuarantee: Bool

  /// Reads a call that creates a promise.
  ///
  /// - Parameters:
  ///   - type: The type of the promise's value, if it is known.
  ///   - isGuarantee: Whether the call creates a guarantee.
  /// - Returns: `nil` if a path ends without settling the promise, goes on afterward, or passes the resolver on.
  /// - Throws: The reason why a chain that settles the promise is not rewritten.
  init?(
    _ call: FunctionCallExprSyntax, type: String?, isGuarantee: Bool, google: GoogleGrammar?
  ) throws(LeaveReason) {
    guard PromiseLiteral.isInitializer(call), call.additionalTrailingClosures.isEmpty,
      call.arguments.count == (call.trailingClosure == nil ? 1 : 0),
      let closure = call.trailingClosure ?? call.arguments.first?.expression.as(ClosureExprSyntax.self),
      closure.signature?.capture == nil, let resolver = Resolver(closure, isGuarantee: isGuarantee)
    else { return nil }
    self.isGuarantee = isGuarantee
    self.closure = closure
    self.resolver = resolver
    self.google = google
    self.type = PromiseLiteral.typeArgument(of: call) ?? type
    guard let exits = try exits(ofClosure: closure) else { return nil }
    self.exits = exits
  }

  // MARK: - Statements

  /// How some statements end.
  private enum End {
    /// The following statements run.
    case continues
    /// The promise is settled, and following statements would run.
    case settles
    /// The promise is settled, and the closure is left.
    case leaves
  }

  private typealias Path = (exits: [Exit], end: End)

  /// Returns the exits of a closure, or `nil` unless each of its paths ends with one.
  private func exits(ofClosure closure: ClosureExprSyntax) throws(LeaveReason) -> [Exit]? {
    guard let path = try path(closure.statements, in: closure.statements, isCaught: false), path.end != .continues
    else {
      return nil
    }
    // The resolver is not mentioned anywhere else.
    let count = path.exits.reduce(0) { $0 + resolver.mentions(in: $1.statement) }
    return count == resolver.mentions(in: closure.statements) ? path.exits : nil
  }

  /// Follows some statements.
  ///
  /// - Parameters:
  ///   - root: The statements of the closure.
  ///   - isCaught: Whether a `catch` around the statements would handle an error that they throw.
  /// - Returns: `nil` if the promise may be settled before the end of a path.
  private func path(
    _ statements: CodeBlockItemListSyntax, in root: CodeBlockItemListSyntax, isCaught: Bool
  ) throws(LeaveReason) -> Path? {
    var exits: [Exit] = []
    var rest = Array(statements)[...]
    while let item = rest.popFirst() {
      if item.item.is(ThrowStmtSyntax.self) { return rest.isEmpty ? (exits, .leaves) : nil }
      if let outcome = try outcome(of: item) {
        if isCaught, !outcome.isValue { return nil }
        let isReturn = item.item.is(ReturnStmtSyntax.self)
        let successor = rest.first?.item.as(ReturnStmtSyntax.self)
        guard rest.isEmpty || rest.count == 1 && successor?.expression == nil && successor != nil else { return nil }
        let last = successor.map { Syntax($0) } ?? Syntax(item.item)
        let isLast = ReturnStatements.isAtEnd(last, of: root)
        exits.append(Exit(outcome, Syntax(item.item), successor: successor, isLast: isLast))
        return (exits, isReturn || successor != nil ? .leaves : .settles)
      }
      guard let inner = try path(within: item, in: root, isCaught: isCaught) else { return nil }
      exits += inner.exits
      if inner.end != .continues { return rest.isEmpty ? (exits, inner.end) : nil }
    }
    return (exits, .continues)
  }

  /// Follows the blocks of one statement.
  private func path(
    within item: CodeBlockItemSyntax, in root: CodeBlockItemListSyntax, isCaught: Bool
  ) throws(LeaveReason) -> Path? {
    let statement = item.item.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? Syntax(item.item)
    if let statement = statement.as(GuardStmtSyntax.self) {
      guard let path = try path(statement.body.statements, in: root, isCaught: isCaught), path.end == .leaves else {
        return nil
      }
      return (path.exits, .continues)
    }
    if let condition = statement.as(IfExprSyntax.self) {
      var blocks = [condition.body.statements]
      var next = condition.elseBody
      while case .ifExpr(let inner) = next {
        blocks.append(inner.body.statements)
        next = inner.elseBody
      }
      if case .codeBlock(let last) = next { blocks.append(last.statements) }
      return try paths(blocks, in: root, isCaught: isCaught, isExhaustive: next != nil)
    }
    if let choice = statement.as(SwitchExprSyntax.self) {
      let blocks = choice.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
      guard blocks.count == choice.cases.count else { return nil }
      return try paths(blocks, in: root, isCaught: isCaught, isExhaustive: true)
    }
    if let block = statement.as(DoStmtSyntax.self) {
      let isCaughtInside = isCaught || !block.catchClauses.isEmpty
      guard let body = try path(block.body.statements, in: root, isCaught: isCaughtInside),
        let clauses = try paths(
          block.catchClauses.map(\.body.statements), in: root, isCaught: isCaught, isExhaustive: true)
      else { return nil }
      return Self.joined([body, clauses], isExhaustive: true)
    }
    return ReturnStatements.all(in: [item]).isEmpty ? ([], .continues) : nil
  }

  private func paths(
    _ blocks: [CodeBlockItemListSyntax], in root: CodeBlockItemListSyntax, isCaught: Bool, isExhaustive: Bool
  ) throws(LeaveReason) -> Path? {
    var paths: [Path] = []
    for block in blocks {
      guard let path = try path(block, in: root, isCaught: isCaught) else { return nil }
      paths.append(path)
    }
    return Self.joined(paths, isExhaustive: isExhaustive)
  }

  /// Combines alternative paths. If they are not exhaustive, possibly none of them runs.
  private static func joined(_ paths: [Path], isExhaustive: Bool) -> Path? {
    let exits = paths.flatMap(\.exits)
    if isExhaustive, paths.allSatisfy({ $0.end == .leaves }) { return (exits, .leaves) }
    if isExhaustive, paths.allSatisfy({ $0.end != .continues }) { return (exits, .settles) }
    // The promise would be settled, and the statements that follow would run nevertheless.
    return paths.contains { $0.end == .settles } ? nil : (exits, .continues)
  }

  // MARK: - Outcomes

  /// Returns the outcome of the promise, if a statement settles it.
  private func outcome(of item: CodeBlockItemSyntax) throws(LeaveReason) -> Exit.Outcome? {
    guard let expression = item.item.as(ReturnStmtSyntax.self)?.expression ?? item.item.as(ExprSyntax.self) else {
      return nil
    }
    if let outcome = resolver.outcome(of: expression) { return outcome }
    // `_ = load().done { … }.catch { … }`
    let elements = Array(expression.as(SequenceExprSyntax.self)?.elements ?? [])
    let isDiscarded = elements.count == 3 && elements[0].is(DiscardAssignmentExprSyntax.self)
    guard let chain = Chain(isDiscarded ? elements[2] : expression), resolver.mentions(in: expression) > 0 else {
      return nil
    }
    return try steps(of: chain).map(Exit.Outcome.chain)
  }

  /// Returns the steps of a chain that settles the promise. The operators that only settle it are omitted.
  private func steps(of chain: Chain) throws(LeaveReason) -> Steps? {
    var links = chain.links[...]
    let last = links.removeLast()
    // `.pipe(to: seal.resolve)`
    if last.name.text == "pipe", last.arguments.count == 1, let function = last.argument("to"),
      resolver.isResolve(function)
    {
      return try steps(chain.head, links, [])
    }
    guard last.name.text == "catch", let done = links.popLast(),
      done.name.text == "done" || google != nil && done.name.text == "then",
      let fulfilling = try step(done, isTrivial: resolver.isFulfill, .map),
      var rejecting = try step(last, isTrivial: resolver.isReject, .catch)
    else { return nil }
    // A guarantee stayed pending after an error that its handler did not receive. Now the handler receives all errors.
    rejecting?.handlesAllErrors = isGuarantee
    // The handler of `catch` has not seen the errors with which the handler before it settled the promise.
    let throwsErrors = fulfilling?.handler?.exits?.contains { !$0.outcome.isValue } ?? false
    if throwsErrors, rejecting != nil { return nil }
    return try steps(chain.head, links, [fulfilling, rejecting].compactMap { $0 })
  }

  private func steps(
    _ head: ExprSyntax, _ links: ArraySlice<Chain.Link>, _ last: [Step]
  ) throws(LeaveReason) -> Steps? {
    guard resolver.mentions(in: head) == 0, links.allSatisfy({ resolver.mentions(in: $0.arguments) == 0 }),
      links.allSatisfy({ $0.call.trailingClosure.map(resolver.mentions) ?? 0 == 0 })
    else { return nil }
    var steps: [Step] = []
    for link in links { steps.append(try Step(link, google: google)) }
    // The handler of the last step has a type of its own, which the resolver converts.
    let result = steps.last?.handler?.resultType
    if let result, last.first?.operation != .map, let type {
      let own = (PromiseType(result)?.value ?? result).trimmedText
      if own != type { return nil }
    }
    return Steps(head: head, steps + last, type: type)
  }

  /// Reads the operator with which a chain settles the promise.
  ///
  /// - Parameters:
  ///   - isTrivial: Whether a function settles the promise with its argument.
  ///   - operation: The operation of the step if the handler does more.
  /// - Returns: `nil` if its handler has a path that does not settle the promise; no step if it passes its input on.
  private func step(
    _ link: Chain.Link, isTrivial: (ExprSyntax) -> Bool, _ operation: Operation
  ) throws(LeaveReason) -> Step?? {
    try Step.checkArguments(of: link)
    guard let closure = link.handler?.as(ClosureExprSyntax.self) else {
      return link.handler.map(isTrivial) == true ? .some(nil) : nil
    }
    var handler = try Handler(closure)
    guard let exits = try exits(ofClosure: closure) else { return nil }
    if let only = exits.first, only.statement.id == handler.statements.first?.item.id {
      switch only.outcome {
      case .value(let expression) where handler.isInput(expression),
        .error(let expression) where handler.isInput(expression):
        let function = handler.expression?.as(FunctionCallExprSyntax.self)?.calledExpression
        // A written type may differ from the promise's type.
        let isTyped = operation == .map && handler.parameters.contains { $0.type != nil }
        if function.map(isTrivial) == true, !isTyped { return .some(nil) }
      case .nothing where operation == .map: return Step(.asVoid, link, .none)
      default: break
      }
    }
    handler.exits = exits
    return Step(operation, link, .closure(handler))
  }
}

extension Exit.Outcome {
  /// Whether the outcome is a value, and neither an error nor adopted from another promise.
  var isValue: Bool {
    switch self {
    case .nothing, .value: true
    case .promise, .error, .chain: false
    }
  }
}
