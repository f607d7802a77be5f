import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Chooses names for the values of all steps of a chain, in their order.
  func chooseNames(for chain: Chain, _ target: Target) throws(LeaveReason) {
    /// The name of a value that `get` has looked at, and that is still the value of the chain.
    var current: String?
    for (index, link) in chain.links.enumerated() {
      let name = try findOperation(of: link)
      guard ["then", "map", "done", "get", "compactMap"].contains(name), let handler = link.handler else {
        if name == "asVoid" { current = nil }
        continue
      }
      let hint = hint(of: chain, count: index)
      let isDeclaredBefore = followsRegion(chain, index)
      var isNeeded = name == "compactMap"
      if name == "get" { isNeeded = try isUsed(chain, after: index, target) }
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
      current = name == "get" ? binding.expression : nil
    }
  }

  /// Whether the value after an operator is used.
  private func isUsed(_ chain: Chain, after index: Int, _ target: Target) throws(LeaveReason) -> Bool {
    for link in chain.links.dropFirst(index + 1) {
      switch try findOperation(of: link) {
      case "ensure", "catch", "recover": continue
      case "tap": return true
      case "asVoid": return false
      case "get":
        guard let closure = link.handler?.as(ClosureExprSyntax.self) else { return true }
        if try Handler(closure).usesInput { return true }
      default:
        guard let closure = link.handler?.as(ClosureExprSyntax.self) else { return true }
        return try Handler(closure).usesInput
      }
    }
    if case .result = target { return !isVoid }
    return target != .discard
  }

  /// Whether the value before an operator is assigned to a constant that has been declared before.
  private func followsRegion(_ chain: Chain, _ index: Int) -> Bool {
    let before = chain.links.prefix(index).last { operation(of: $0) != "get" }
    return before.map { ["ensure", "recover", "catch", "tap"].contains(operation(of: $0)) } ?? false
  }

  /// Returns the operator of PromiseKit that does what an operator does.
  func operation(of link: Chain.Link) -> String {
    operations[link.call.id] ?? (link.name.text == "always" ? "ensure" : link.name.text)
  }

  private func findOperation(of link: Chain.Link) throws(LeaveReason) -> String {
    if let google, link.name.text == "then", let closure = link.handler?.as(ClosureExprSyntax.self) {
      switch try google.result(of: closure) {
      case .promise: break
      case .value: operations[link.call.id] = "map"
      case .nothing: operations[link.call.id] = "get"
      }
    }
    return operation(of: link)
  }

  /// Returns a name for the value of the first `count` operators of a chain.
  func hint(of chain: Chain, count: Int) -> String {
    for link in chain.links.prefix(count).reversed() {
      switch operation(of: link) {
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
