import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Chooses names for the values of all steps of a chain, in their order.
  func chooseNames(for chain: Chain, _ target: Target) throws(LeaveReason) {
    /// The name of a value that `get` has looked at, and that is still the value of the chain.
    var current: String?
    for (index, link) in chain.links.enumerated() {
      guard ["then", "map", "done", "get", "compactMap"].contains(link.name.text), let handler = link.handler else {
        if link.name.text == "asVoid" { current = nil }
        continue
      }
      let hint = hint(of: chain, count: index)
      let isDeclaredBefore = followsRegion(chain, index)
      let isLast = index == chain.links.count - 1
      let isNeeded = link.name.text == "compactMap" || link.name.text == "get" && !(isLast && target == .discard)
      let binding: Binding
      if let closure = handler.as(ClosureExprSyntax.self) {
        let handler = try Handler(closure)
        if let current, let same = try Binding(handler, named: current) {
          binding = same
        } else {
          binding = try Binding(
            handler, hint: hint, isNeeded: isNeeded, isDeclaredBefore: isDeclaredBefore, names: &names)
        }
      } else {
        binding = Binding(
          named: current ?? names.declare(hint: hint, for: handler, isDeclaredBefore: isDeclaredBefore))
      }
      slice.renames += binding.renames
      bindings[link.call.id] = binding
      current = link.name.text == "get" ? binding.expression : nil
    }
  }

  /// Whether the value before an operator is assigned to a constant that has been declared before.
  private func followsRegion(_ chain: Chain, _ index: Int) -> Bool {
    let before = chain.links.prefix(index).last { $0.name.text != "get" }
    return before.map { ["ensure", "recover", "catch", "tap"].contains($0.name.text) } ?? false
  }

  /// Returns a name for the value of the first `count` operators of a chain.
  func hint(of chain: Chain, count: Int) -> String {
    for link in chain.links.prefix(count).reversed() {
      switch link.name.text {
      case "get", "ensure", "tap", "catch", "recover": continue
      case "then", "map", "compactMap":
        guard let handler = link.handler else { return "value" }
        if let keyPath = handler.as(KeyPathExprSyntax.self) {
          return keyPath.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
            ?? "value"
        }
        guard let closure = handler.as(ClosureExprSyntax.self) else { return Names.hint(for: handler) }
        let last = closure.statements.last?.item
        let expression = last?.as(ReturnStmtSyntax.self)?.expression ?? last?.as(ExprSyntax.self)
        return expression.map(valueHint) ?? "value"
      default: return "value"
      }
    }
    return valueHint(chain.head)
  }

  private func valueHint(_ expression: ExprSyntax) -> String {
    if let chain = Chain(expression) { return hint(of: chain, count: chain.links.count) }
    if let call = expression.as(FunctionCallExprSyntax.self), call.calledExpression.trimmedDescription == "firstly",
      let inner = call.trailingClosure?.statements.last?.item.as(ExprSyntax.self)
    {
      return valueHint(inner)
    }
    return Names.hint(for: expression.as(TryExprSyntax.self)?.expression ?? expression)
  }
}
