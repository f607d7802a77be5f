import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes the first `count` operators of a chain.
  func links(of chain: Chain, count: Int, _ target: Target) throws(LeaveReason) -> [String] {
    guard count > 0 else { return try promise(chain.head, target) }
    let link = chain.links[count - 1]
    var lines = try written(link, of: chain, count: count, target)
    // What stands before the operator in the source comes before its statements.
    let comments = slice.comments(in: link.period.leadingTrivia)
    if !comments.isEmpty { lines = comments + lines }
    // What follows the whole chain stays where it is.
    return count < chain.links.count ? lines + slice.comments(in: link.call.trailingTrivia) : lines
  }

  private func written(
    _ link: Chain.Link, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    try checkArguments(of: link)
    writtenLinks.append(link)
    let name = link.name.text
    switch name {
    case "asVoid": return try links(of: chain, count: count - 1, .discard) + end(target)
    case "then", "map", "done", "get", "compactMap":
      guard let handler = link.handler else { throw unsupported(link) }
      if let closure = handler.as(ClosureExprSyntax.self) {
        return try step(name, Handler(closure), of: chain, count: count, target)
      }
      return try reference(name, handler, of: chain, count: count, target)
    case "ensure", "recover", "catch", "tap":
      guard let closure = link.handler?.as(ClosureExprSyntax.self) else { throw unsupported(link) }
      return try region(name, Handler(closure), link, of: chain, count: count, target)
    default: throw unsupported(link)
    }
  }

  func unsupported(_ link: Chain.Link) -> LeaveReason {
    LeaveReason(
      .operatorWithoutCounterpart, at: link.name,
      "\(link.name.text) is not rewritten in this form. Rewrite it by hand, or wait for its promise with get().")
  }

  /// Checks that an operator has no arguments but those that are understood.
  private func checkArguments(of link: Chain.Link) throws(LeaveReason) {
    guard link.call.additionalTrailingClosures.isEmpty else { throw unsupported(link) }
    for argument in link.arguments {
      switch argument.label?.text {
      case nil, "on": continue
      case "only", "policy": if ["catch", "recover"].contains(link.name.text) { continue }
      default: break
      }
      throw unsupported(link)
    }
  }

  // MARK: - Steps

  /// Writes a step with a closure.
  private func step(
    _ name: String, _ handler: Handler, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let binding = try binding(of: handler, for: name, of: chain, count: count, target)
    slice.renames += binding.renames
    var lines = try links(of: chain, count: count - 1, binding.pattern.map(Target.bind) ?? .discard)
    lines += slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
    if handler.closure.signature == nil { lines += slice.comments(in: handler.closure.leftBrace.trailingTrivia) }
    switch name {
    case "then": lines += try body(of: handler, target, valueIsPromise: true)
    case "map": lines += try body(of: handler, target, valueIsPromise: false)
    case "compactMap": lines += try unwrapping(handler, binding, target)
    case "done": lines += try action(handler, mayReturn: isResult(target)) + end(target)
    default:
      lines += try action(handler, mayReturn: false)
      // Where the value has its name already, nothing is left to do.
      if let expression = binding.expression, target != .bind(expression) { lines += value([expression], target) }
    }
    return lines + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
  }

  /// Chooses names for the input of a step.
  private func binding(
    of handler: Handler, for name: String, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> Binding {
    // The value of get is that of the step before.
    if name == "get", case .bind(let pattern) = target, let binding = try Binding(handler, named: pattern) {
      return binding
    }
    let isNeeded = name == "compactMap" || name == "get" && target != .discard
    return try Binding(
      handler, hint: hint(of: chain, count: count - 1), isNeeded: isNeeded,
      isDeclaredBefore: followsRegion(chain, count: count), names: &names)
  }

  /// Whether the value before an operator is assigned to a constant that has been declared before.
  private func followsRegion(_ chain: Chain, count: Int) -> Bool {
    let before = chain.links.prefix(count - 1).last { $0.name.text != "get" }
    return before.map { ["ensure", "recover", "catch", "tap"].contains($0.name.text) } ?? false
  }

  private func isResult(_ target: Target) -> Bool { if case .result = target { true } else { false } }

  /// Returns a name for the value of the first `count` operators of a chain.
  private func hint(of chain: Chain, count: Int) -> String {
    for link in chain.links.prefix(count).reversed() {
      switch link.name.text {
      case "get", "ensure", "tap", "catch", "recover": continue
      case "then", "map", "compactMap":
        guard let handler = link.handler else { return "value" }
        if let keyPath = handler.as(KeyPathExprSyntax.self) {
          return keyPath.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text ?? "value"
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

  /// Writes a step whose handler is a key path or a function.
  private func reference(
    _ name: String, _ handler: ExprSyntax, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let input = names.declare(
      hint: hint(of: chain, count: count - 1), for: handler, isDeclaredBefore: followsRegion(chain, count: count))
    let before = try links(of: chain, count: count - 1, .bind(input))
    guard let text = FunctionReference.call(of: handler, with: input, slice) else {
      throw LeaveReason(
        .functionReference, at: handler,
        "The labels of \(handler.trimmedDescription) are not known here. Write { \(handler.trimmedDescription)($0) }.")
    }
    switch name {
    case "then": return before + value(["\(canThrow ? "try await" : "await") \(text).get()"], target)
    case "map": return before + value([text], target)
    case "done": return before + [text] + end(target)
    case "get": return before + [text] + value([input], target)
    default:
      throw LeaveReason(
        .unknownType, at: handler, "The type of the value of \(name) is not known here. Write a closure with its type.")
    }
  }

  /// Writes the statements of a block in the place of `firstly { … }`.
  func block(_ closure: ClosureExprSyntax, _ target: Target) throws(LeaveReason) -> [String] {
    let handler = try Handler(closure)
    guard !handler.usesInput else { throw LeaveReason(.resultSyntax, at: closure, "The closure has a parameter.") }
    return try slice.comments(in: closure.leftBrace.trailingTrivia)
      + body(of: handler, target, valueIsPromise: true)
      + slice.comments(in: closure.rightBrace.leadingTrivia)
  }
}
