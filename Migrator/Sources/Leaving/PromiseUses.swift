import PromiseSyntax
import SwiftSyntax

/// Finds the functions of a file that are used in another way than by awaiting their `async` forms.
final class PromiseUses: SyntaxVisitor {
  /// The first use of each function, by its base name.
  private(set) var uses: [String: AbsolutePosition] = [:]
  private var names: [SyntaxIdentifier: Set<String>] = [:]

  static func all(in tree: SourceFileSyntax) -> [String: AbsolutePosition] {
    let visitor = PromiseUses(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.uses
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    guard uses[name] == nil, !isAsyncCall(node), mayBeFunction(node) else { return .skipChildren }
    uses[name] = node.positionAfterSkippingLeadingTrivia
    return .skipChildren
  }

  /// Whether a name is that of a function whose result is awaited.
  private func isAsyncCall(_ node: DeclReferenceExprSyntax) -> Bool {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let function = member?.declName.id == node.id ? ExprSyntax(member!) : ExprSyntax(node)
    guard let call = function.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == function.id else {
      return false
    }
    let expression = ExprSyntax(call)
    guard expression.isAwaited || Self.isAsyncLet(expression) else { return false }
    // `load().get()` awaits a promise.
    guard let next = expression.parent?.as(MemberAccessExprSyntax.self), next.base?.id == expression.id else {
      return true
    }
    let name = next.declName.baseName.text
    return name != "get" && !Chain.operators.contains(name)
  }

  /// Whether a name that is not called may be that of a function, and not of a variable.
  private func mayBeFunction(_ node: DeclReferenceExprSyntax) -> Bool {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isMember = member?.declName.id == node.id
    let expression = isMember ? ExprSyntax(member!) : ExprSyntax(node)
    if let call = expression.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == expression.id {
      return true
    }
    if isMember, let base = member?.base {
      // `user.name` is a property, unless it is passed to an operator: `.then(service.load)`.
      let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text
      let isOwn = name == "self" || name?.first?.isUppercase == true
      return isOwn || isPassedToOperator(expression)
    }
    return !localNames(around: Syntax(node)).contains(node.baseName.text)
  }

  private func isPassedToOperator(_ expression: ExprSyntax) -> Bool {
    let argument = expression.parent?.as(LabeledExprSyntax.self)
    let call = argument?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return call?.member.map { Chain.operators.contains($0.name) } ?? false
  }

  /// Returns the names of parameters and variables in the outermost function around a node.
  private func localNames(around node: Syntax) -> Set<String> {
    var outermost: Syntax?
    var node = node
    while let parent = node.parent {
      if parent.is(CodeBlockSyntax.self) || parent.is(ClosureExprSyntax.self) || parent.is(FunctionDeclSyntax.self) {
        outermost = parent
      }
      node = parent
    }
    guard let outermost else { return [] }
    if let known = names[outermost.id] { return known }
    let collector = LocalNames(viewMode: .sourceAccurate)
    collector.walk(outermost)
    names[outermost.id] = collector.names
    return collector.names
  }

  private static func isAsyncLet(_ expression: ExprSyntax) -> Bool {
    let initializer =
      expression.parent?.as(InitializerClauseSyntax.self)
      ?? expression.parent?.as(TryExprSyntax.self)?.parent?.as(InitializerClauseSyntax.self)
    let declaration = initializer?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    return declaration?.modifiers.contains { $0.name.text == "async" } ?? false
  }
}

/// Collects the names of parameters and variables.
private final class LocalNames: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { add(node.identifier) }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.secondName ?? node.firstName)
  }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.secondName ?? node.firstName)
  }

  private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    names.insert(name.text)
    return .visitChildren
  }
}
