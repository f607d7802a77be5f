import PromiseSyntax
import SwiftSyntax

/// Finds the functions of a file that are used in another way than by awaiting their `async` forms.
final class PromiseUses: SyntaxVisitor {
  /// How a function is used, as far as that tells which function is meant.
  struct Form: Hashable, Sendable {
    /// The labels of the arguments in parentheses; `nil` if the function is not called.
    let labels: [String]?
    let trailingClosureCount: Int
    /// Whether the name is a member of another object, and not called, so that it may be a property as well.
    let mayBeProperty: Bool
    let receiver: Receiver
    /// Whether the name is an argument of an operator, such as `then`.
    let isHandler: Bool
    /// Whether an awaited call is the base of an operator that collections have as well, such as `map`.
    let mayBeOfValue: Bool

    /// Whether a function accepts the arguments.
    func fits(_ function: FunctionDeclaration) -> Bool {
      // The result of `.name` must be of the type that has the member.
      if receiver == .implicit, function.typeName != function.promise?.kind.rawValue { return false }
      if mayBeOfValue, function.promise?.value.hasOperators ?? false { return false }
      guard let labels else { return true }
      return Parameters(function).accepts(labels, trailingClosureCount: trailingClosureCount)
    }
  }

  /// The uses of each form, by the base name of the function.
  private(set) var uses: [String: [Form: [AbsolutePosition]]] = [:]
  private var names = LocalNames()

  static func all(in tree: SourceFileSyntax) -> [String: [Form: [AbsolutePosition]]] {
    let visitor = PromiseUses(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.uses
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let call = Self.call(of: node)
    let closures = call.map { ($0.trailingClosure == nil ? 0 : 1) + $0.additionalTrailingClosures.count } ?? 0
    let receiver = Receiver(of: node)
    var mayBeProperty = false
    switch receiver {
    case .none: if names.contain(node) { return .skipChildren }
    case .variable, .unknown: mayBeProperty = call == nil
    case .type: mayBeProperty = call == nil && Self.isMemberOfCall(node)
    case .current, .implicit: break
    }
    let form = Form(
      labels: call?.argumentLabels, trailingClosureCount: closures, mayBeProperty: mayBeProperty, receiver: receiver,
      isHandler: call == nil && Self.isHandler(node), mayBeOfValue: call.map(mayBeOfValue) ?? false)
    guard !isAsyncCall(call) else { return .skipChildren }
    uses[name, default: [:]][form, default: []].append(node.positionAfterSkippingLeadingTrivia)
    return .skipChildren
  }

  /// Whether the value of an awaited call may have the operator that is called on it.
  private func mayBeOfValue(_ call: FunctionCallExprSyntax) -> Bool {
    var names: [String] = []
    var node = ExprSyntax(call)
    while let member = node.parent?.as(MemberAccessExprSyntax.self), member.base?.id == node.id {
      names.append(member.declName.baseName.text)
      node = member.parent?.as(FunctionCallExprSyntax.self).map(ExprSyntax.init) ?? ExprSyntax(member)
    }
    let operators = names.filter(Chain.operators.contains)
    return names.first == operators.first && !operators.isEmpty
      && operators.allSatisfy { ["map", "compactMap", "reduce", "mapValues", "compactMapValues"].contains($0) }
      && Syntax(call).isInFunction && isAwaited(call)
  }

  private static func isHandler(_ node: DeclReferenceExprSyntax) -> Bool {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let argument = (member.map(Syntax.init) ?? Syntax(node)).parent?.as(LabeledExprSyntax.self)
    let name = argument?.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledName?.baseName.text
    return name.map(Chain.operators.contains) ?? false
  }

  /// Whether a name is a member of the object that a call returns.
  private static func isMemberOfCall(_ node: DeclReferenceExprSyntax) -> Bool {
    node.parent?.as(MemberAccessExprSyntax.self)?.base?.is(FunctionCallExprSyntax.self) ?? false
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
    // Top-level code prefers the promise form.
    guard let call, Syntax(call).isInFunction else { return false }
    // `load().get()` awaits a promise.
    if let next = call.parent?.as(MemberAccessExprSyntax.self), next.base?.id == ExprSyntax(call).id {
      let name = next.declName.baseName.text
      if name == "get" || Chain.operators.contains(name) { return false }
    }
    return isAwaited(call)
  }

  /// Whether `await` covers a call that is no argument of another one, or the call is the value of `async let`.
  private func isAwaited(_ call: FunctionCallExprSyntax) -> Bool {
    // In `await show(load())`, the argument may be a promise.
    var node = Syntax(call)
    while let parent = node.parent {
      if parent.is(AwaitExprSyntax.self) { return true }
      if parent.is(InitializerClauseSyntax.self) { return Self.isAsyncLet(ExprSyntax(node.cast(ExprSyntax.self))) }
      if let list = parent.as(ExprListSyntax.self) {
        // In `await a() + b()`, the parser gives only `a()` to `await`.
        return list.contains { $0.position < node.position } && ExprSyntax(call).isAwaited
      }
      guard
        parent.is(TryExprSyntax.self) || parent.is(MemberAccessExprSyntax.self)
          || parent.is(FunctionCallExprSyntax.self)
          || parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
          || parent.is(SubscriptCallExprSyntax.self)
      else { return false }
      node = parent
    }
    return false
  }

  /// Whether an expression is the value of `async let`.
  private static func isAsyncLet(_ expression: ExprSyntax) -> Bool {
    let declaration = expression.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    return declaration?.modifiers.contains { $0.name.text == "async" } ?? false
  }
}

extension TypeSyntax {
  /// Whether the type is one of an array, a dictionary, a set or an optional.
  fileprivate var hasOperators: Bool {
    if self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) || self.is(OptionalTypeSyntax.self) {
      return true
    }
    return ["Array", "Dictionary", "Optional", "Set"].contains(self.as(IdentifierTypeSyntax.self)?.name.text)
  }
}
