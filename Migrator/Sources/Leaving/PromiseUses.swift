import PromiseSyntax
import SwiftSyntax

/// Finds the functions of a file that are used in another way than by awaiting their `async` forms.
final class PromiseUses: SyntaxVisitor {
  /// How a function is used, as far as that tells which function is meant.
  struct Form: Hashable, Sendable {
    /// The labels of the arguments in parentheses; `nil` if the function is not called.
    let labels: [String]?
    let trailingClosureCount: Int

    /// Whether a function accepts the arguments.
    func fits(_ function: FunctionDeclaration) -> Bool {
      guard let labels else { return true }
      var rest = function.parameters.map(\.firstName.text)[...]
      for label in labels {
        guard let index = rest.firstIndex(of: label) else { return false }
        rest = rest[(index + 1)...]
      }
      return trailingClosureCount <= rest.count
    }
  }

  /// The first use of each form, by the base name of the function.
  private(set) var uses: [String: [Form: AbsolutePosition]] = [:]
  private var names = LocalNames()

  static func all(in tree: SourceFileSyntax) -> [String: [Form: AbsolutePosition]] {
    let visitor = PromiseUses(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.uses
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let call = Self.call(of: node)
    let labels = call?.arguments.map { $0.label?.text ?? "_" }
    let closures = call.map { ($0.trailingClosure == nil ? 0 : 1) + $0.additionalTrailingClosures.count } ?? 0
    let form = Form(labels: labels, trailingClosureCount: closures)
    guard uses[name]?[form] == nil, !isAsyncCall(call), call != nil || mayBeFunction(node) else { return .skipChildren }
    uses[name, default: [:]][form] = node.positionAfterSkippingLeadingTrivia
    return .skipChildren
  }

  /// Returns the call of the function that a name stands for.
  private static func call(of node: DeclReferenceExprSyntax) -> FunctionCallExprSyntax? {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let function = member?.declName.id == node.id ? ExprSyntax(member!) : ExprSyntax(node)
    let call = function.parent?.as(FunctionCallExprSyntax.self)
    return call?.calledExpression.id == function.id ? call : nil
  }

  /// Whether the result of a call is awaited.
  private func isAsyncCall(_ call: FunctionCallExprSyntax?) -> Bool {
    guard let call else { return false }
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
    if isMember, let base = member?.base {
      // `user.name` is a property, unless it is passed to an operator: `.then(service.load)`.
      let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text
      let isOwn = name == "self" || name?.first?.isUppercase == true
      return isOwn || isPassedToOperator(expression)
    }
    return !names.around(Syntax(node)).contains(node.baseName.text)
  }

  private func isPassedToOperator(_ expression: ExprSyntax) -> Bool {
    let argument = expression.parent?.as(LabeledExprSyntax.self)
    let call = argument?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return call?.member.map { Chain.operators.contains($0.name) } ?? false
  }

  private static func isAsyncLet(_ expression: ExprSyntax) -> Bool {
    let initializer =
      expression.parent?.as(InitializerClauseSyntax.self)
      ?? expression.parent?.as(TryExprSyntax.self)?.parent?.as(InitializerClauseSyntax.self)
    let declaration = initializer?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    return declaration?.modifiers.contains { $0.name.text == "async" } ?? false
  }
}
