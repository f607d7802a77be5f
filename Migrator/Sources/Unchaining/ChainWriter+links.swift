import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes the first `count` operators of a chain.
  func links(of chain: Chain, count: Int, _ target: Target) throws(LeaveReason) -> [String] {
    guard count > 0 else {
      let lines = try promise(chain.head, target)
      return lines + slice.comments(in: chain.head.trailingTrivia)
    }
    let link = chain.links[count - 1]
    let lines = try written(link, of: chain, count: count, target)
    // What follows the whole chain stays where it is.
    return count < chain.links.count ? lines + slice.comments(in: link.call.trailingTrivia) : lines
  }

  private func written(
    _ link: Chain.Link, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    try checkArguments(of: link)
    writtenLinks.append(link)
    let name = operation(of: link)
    switch name {
    case "asVoid": return try links(of: chain, count: count - 1, .discard) + comments(before: link) + end(target)
    case "then", "map", "done", "get", "compactMap":
      guard let handler = link.handler else { throw unsupported(link) }
      if let closure = handler.as(ClosureExprSyntax.self) {
        return try step(name, Handler(closure), of: chain, count: count, target)
      }
      return try reference(name, handler, of: chain, count: count, target)
    case "ensure", "recover", "catch", "tap":
      guard let closure = link.handler?.as(ClosureExprSyntax.self) else { throw unsupported(link) }
      return try comments(before: link) + region(name, Handler(closure), link, of: chain, count: count, target)
    default: throw unsupported(link)
    }
  }

  /// Returns the comments before an operator.
  private func comments(before link: Chain.Link) -> [String] { slice.comments(in: link.period.leadingTrivia) }

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
    let binding = bindings[chain.links[count - 1].call.id]!
    var lines = try links(of: chain, count: count - 1, binding.pattern.map(Target.bind) ?? .discard)
    lines += comments(before: chain.links[count - 1])
    lines += slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
    if handler.closure.signature == nil { lines += slice.comments(in: handler.closure.leftBrace.trailingTrivia) }
    switch name {
    case "then": lines += try body(of: handler, target, valueIsPromise: true)
    case "map": lines += try body(of: handler, target, valueIsPromise: false)
    case "compactMap": lines += try unwrapping(handler, binding, target)
    case "done": lines += try action(handler, mayReturn: isResult(target)) + end(target)
    default:
      lines += try action(handler, mayReturn: false)
      lines += passedOn(binding, target)
    }
    return lines + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
  }

  /// Writes what becomes of a value that `get` has looked at.
  private func passedOn(_ binding: Binding, _ target: Target) -> [String] {
    if isVoid, isResult(target) { return end(target) }
    // Where the value has its name already, nothing is left to do.
    guard let expression = binding.expression, target != .bind(expression), target != .discard else { return [] }
    return value([expression], target)
  }

  func isResult(_ target: Target) -> Bool { if case .result = target { true } else { false } }

  /// Writes a step whose handler is a key path or a function.
  private func reference(
    _ name: String, _ handler: ExprSyntax, of chain: Chain, count: Int, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let binding = bindings[chain.links[count - 1].call.id]!
    let input = binding.expression!
    let before = try links(of: chain, count: count - 1, .bind(input)) + comments(before: chain.links[count - 1])
    let mayThrow = FunctionReference.baseName(of: handler).map(knowledge.throwsErrors) ?? false
    guard let mayThrow,
      let text = FunctionReference.call(
        of: handler, with: input, knownLabel: knowledge.label(ofFunction: handler, in: function), slice)
    else {
      throw LeaveReason(
        .functionReference, at: handler,
        "The declaration of \(handler.trimmedDescription) is not known here. Write { \(handler.trimmedDescription)($0) }."
      )
    }
    let attempt = mayThrow ? "try " : ""
    switch name {
    case "then": return before + value(["\(canThrow ? "try await" : "await") \(text).get()"], target)
    case "map": return before + value([attempt + text], target)
    case "done": return before + [attempt + text] + end(target)
    case "get": return before + [attempt + text] + passedOn(binding, target)
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
