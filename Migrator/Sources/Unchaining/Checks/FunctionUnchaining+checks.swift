import PromiseSyntax
import SwiftSyntax

extension FunctionUnchaining {
  /// Checks that the program has no other function that an async form would be confused with.
  func checkProgram(_ knowledge: ProgramKnowledge) throws(LeaveReason) {
    let node = function.node
    let identity = function.identity
    if knowledge.asyncFunctions.contains(identity) {
      throw LeaveReason(
        .asyncFormExists, at: node, "\(function.fullName) has an async form already. Let this function call it.")
    }
    if knowledge.synchronousFunctions.contains(identity) {
      throw LeaveReason(
        .nameConflict, at: node,
        "Async code that calls the synchronous \(function.fullName) would call the async form. Rename one of the functions."
      )
    }
    if knowledge.hasConflict(function, promise) {
      throw LeaveReason(
        .nameConflict, at: node,
        "Another function \(function.fullName) differs only in its result. Its async form would be the same. Rename one of the functions."
      )
    }
    if knowledge.isOverridden(function) {
      throw LeaveReason(
        .overridden, at: node, "\(function.fullName) is overridden by a subclass. Rewrite all of them together.")
    }
  }

  /// Checks that an async function can be declared beside the function, and called by it.
  func checkDeclaration() throws(LeaveReason) {
    let node = function.node
    if function.has("override") {
      throw LeaveReason(.override, at: node, "\(function.fullName) overrides a function. Rewrite all of them together.")
    }
    if function.has("mutating") {
      throw LeaveReason(.mutating, at: node, "\(function.fullName) changes its value, which a promise cannot do later.")
    }
    if function.isThrowing {
      throw LeaveReason(
        .throwing, at: node, "\(function.fullName) throws before it returns a promise. Reject the promise instead.")
    }
    if function.containers.contains(where: { $0.kind == .function }) {
      throw LeaveReason(
        .localFunction, at: node, "\(function.fullName) is local to another function. Rewrite that one.")
    }
    for parameter in function.parameters {
      if parameter.ellipsis != nil {
        throw LeaveReason(.variadicParameter, at: parameter, "A variadic parameter cannot be passed on. Pass an array.")
      }
      if parameter.type.trimmedText.hasPrefix("inout ") {
        throw LeaveReason(
          .inoutParameter, at: parameter, "An inout parameter cannot be changed after the function returns.")
      }
    }
    for parameter in function.parameters where parameter.type.isNotCaptured {
      throw LeaveReason(
        .nonescapingParameter, at: parameter,
        "The parameter does not escape, but a promise calls it later. Mark it @escaping.")
    }
    let names = function.parameters.map { ($0.secondName ?? $0.firstName).text }
    let isMember = function.containers.contains { $0.kind != .function }
    if names.contains("_") || !isMember && names.contains(function.name) {
      throw LeaveReason(
        .nameConflict, at: node, "A parameter has no name, or hides the function, so it cannot be passed on. Rename it."
      )
    }
    if let generics = function.genericParameters, generics.parameters.contains(where: { $0.specifier?.text == "each" })
    {
      throw LeaveReason(.parameterPack, at: generics, "A function with a parameter pack is not rewritten.")
    }
  }

  /// Checks that the function only returns its promises.
  func checkBody() throws(LeaveReason) {
    let finder = BodyCheck(results: resultRanges)
    finder.walk(body.node)
    if let reason = finder.reason { throw reason }
  }

  private var resultRanges: [Range<AbsolutePosition>] {
    var nodes = body.returns.map(Syntax.init)
    if nodes.isEmpty { nodes = [Syntax(body.node)] }
    return nodes.map { $0.position..<$0.endPosition }
  }
}

/// Finds statements that an async function cannot contain, or would execute differently.
private final class BodyCheck: SyntaxVisitor {
  private let results: [Range<AbsolutePosition>]
  private(set) var reason: LeaveReason?

  init(results: [Range<AbsolutePosition>]) {
    self.results = results
    super.init(viewMode: .sourceAccurate)
  }

  private func leave(_ kind: LeaveReason.Kind, _ node: some SyntaxProtocol, _ message: String) {
    if reason == nil { reason = LeaveReason(kind, at: node, message) }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    // What a resolver calls when its promise is canceled remains as it is.
    if member == "cancel", node.arguments.isEmpty, !node.isInCancellationHandler {
      leave(.canceled, node, "The function cancels something. Rewrite it with a Task, whose cancel() does the same.")
    }
    // Another chain starts work that the function does not return. Operators that collections also have prove nothing.
    let isOutside = !results.contains { $0.contains(node.position) }
    let starts = References.ownOperators.contains(member ?? "")
    if isOutside, starts || node.calledExpression.isWritten("firstly") {
      leave(
        .otherChain, node, "The function starts another chain, which it does not return. Give it a function of its own."
      )
    }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    guard let result = node.expression, results.contains(where: { $0.lowerBound == node.position }) else {
      return .visitChildren
    }
    for expression in Self.alternatives(of: result) { checkStored(expression) }
    return .visitChildren
  }

  /// Returns the expressions that a returned expression may be: `a` and `b` of `condition ? a! : (b)`.
  private static func alternatives(of expression: ExprSyntax) -> [ExprSyntax] {
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return alternatives(of: forced.expression) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return alternatives(of: tuple.elements.first!.expression)
    }
    guard let sequence = expression.as(SequenceExprSyntax.self) else { return [expression] }
    let elements = Array(sequence.elements)
    if elements.count > 1, elements[1].is(UnresolvedAsExprSyntax.self) { return alternatives(of: elements[0]) }
    guard elements.count > 2, let choice = elements[elements.count - 2].as(UnresolvedTernaryExprSyntax.self) else {
      return [expression]
    }
    return alternatives(of: choice.thenExpression) + alternatives(of: elements.last!)
  }

  private func checkStored(_ expression: ExprSyntax) {
    // A promise that is returned without a call was created elsewhere, and several callers may receive it.
    if expression.is(DeclReferenceExprSyntax.self)
      || expression.is(MemberAccessExprSyntax.self) && !PromiseLiteral.isVoidValue(expression)
      || expression.is(SubscriptCallExprSyntax.self)
    {
      leave(
        .storedPromise, expression,
        "\(expression.trimmedText) is a promise that is stored. Keep it, or store a Task instead.")
    }
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    leave(.conditionalCompilation, node, "The body contains #if. Rewrite it by hand.")
    return .skipChildren
  }

  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    leave(
      .deferred, node, "The statement runs before the promise settles, and would run afterward. Use ensure, or move it."
    )
    return .skipChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isMoved = node.ancestorClosure != nil || results.contains { $0.contains(node.position) }
    if node.openingQuote.tokenKind == .multilineStringQuote, isMoved {
      leave(
        .multilineString, node, "A multiline string would be moved. Make it a constant outside of the handler.")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SyntaxProtocol {
  /// Whether the node is in a closure that is passed to `onCancel`, as a function or as an argument.
  fileprivate var isInCancellationHandler: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if node.is(ClosureExprSyntax.self) {
        var argument = parent
        if let labeled = parent.as(LabeledExprSyntax.self) {
          if labeled.label?.text == "onCancel" { return true }
          argument = labeled.parent?.parent ?? parent
        } else if let closure = parent.as(MultipleTrailingClosureElementSyntax.self), closure.label.text == "onCancel" {
          return true
        }
        let call = argument.as(FunctionCallExprSyntax.self)
        let function = call?.calledExpression.as(MemberAccessExprSyntax.self)
        if function?.declName.baseName.text == "onCancel" { return true }
      }
      node = parent
    }
    return false
  }

  /// The innermost closure around a node.
  fileprivate var ancestorClosure: ClosureExprSyntax? {
    var node = parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self) { return closure }
      node = current.parent
    }
    return nil
  }
}

extension TypeSyntax {
  /// Whether a value of the type cannot be captured by a closure that is called later.
  fileprivate var isNotCaptured: Bool {
    if self.is(FunctionTypeSyntax.self) { return true }
    if let tuple = self.as(TupleTypeSyntax.self) {
      return tuple.elements.count == 1 && tuple.elements.first!.type.isNotCaptured
    }
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    let names = attributed.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedText }
    if attributed.specifiers.contains(where: { ["borrowing", "consuming"].contains($0.trimmedText) }) {
      return true
    }
    return !names.contains("escaping") && attributed.baseType.isNotCaptured
  }
}
