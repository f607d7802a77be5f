import PromiseSyntax
import SwiftSyntax

extension ChainWriter {
  /// Writes a chain.
  func chain(_ steps: Steps, _ target: Target) throws(LeaveReason) -> [String] {
    try written(try bound(steps, target), target)
  }

  /// Writes a chain, or the beginning of one, whose values have names.
  func written(_ steps: Steps, _ target: Target) throws(LeaveReason) -> [String] {
    let lines: [String]
    let end: Trivia
    if let last = steps.last {
      record.steps.append(last)
      lines = try written(last, of: steps, target)
      end = last.link.call.trailingTrivia
    } else {
      lines = try promise(steps.head, target)
      end = steps.head.trailingTrivia
    }
    // Comments after the whole chain stay where they are.
    return steps.following.isEmpty && steps.last != nil ? lines : lines + slice.comments(in: end)
  }

  private func written(_ last: Step, of steps: Steps, _ target: Target) throws(LeaveReason) -> [String] {
    if last.operation == .asVoid {
      return try written(steps.dropLast, target.with(.discard)) + comments(before: last.link) + end(target)
    }
    switch last.action {
    case .closure(let handler) where last.operation.takesValue:
      return try step(last, handler, of: steps, target)
    case .closure(let handler):
      return try comments(before: last.link) + region(last, handler, of: steps, target)
    case .reference(let reference): return try step(last, reference, of: steps, target)
    case .none: throw .unsupported(last.link)
    }
  }

  /// Returns the comments before an operator.
  private func comments(before link: Chain.Link) -> [String] { slice.comments(in: link.period.leadingTrivia) }

  /// Writes a step with a closure that receives the value of the steps before.
  private func step(_ last: Step, _ handler: Handler, of steps: Steps, _ target: Target) throws(LeaveReason) -> [String]
  {
    let binding = last.binding!
    var lines = try beginning(of: steps, binding, target)
    lines += comments(before: last.link)
    lines += slice.comments(in: handler.closure.signature?.inKeyword.trailingTrivia ?? [])
    if handler.closure.signature == nil { lines += slice.comments(in: handler.closure.leftBrace.trailingTrivia) }
    switch last.operation {
    case .then: lines += try body(of: handler, target, valueIsPromise: true)
    case .map: lines += try body(of: handler, target, valueIsPromise: false)
    case .compactMap: lines += try unwrapping(handler, binding, target)
    case .done: lines += try action(handler, mayReturn: target.isResult) + end(target)
    default:
      lines += try action(handler, mayReturn: false)
      lines += passedOn(binding, target)
    }
    return lines + slice.comments(in: handler.closure.rightBrace.leadingTrivia)
  }

  /// Writes the steps before the last one, whose value is bound to a name if it is used.
  private func beginning(of steps: Steps, _ binding: Binding, _ target: Target) throws(LeaveReason) -> [String] {
    let before = steps.dropLast
    if let pattern = binding.pattern { return try written(before, target.with(.bind(pattern))) }
    // A handler without parameters shows that the promise has no value, which a generic call may need to infer its type.
    if before.last == nil, let handler = steps.last?.handler, handler.closure.signature?.parameterClause == nil,
      let call = before.head.as(FunctionCallExprSyntax.self), call.trailingClosure != nil,
      ChainContext.firstly(call) == nil, context.callee(of: call) == nil,
      !PromiseLiteral.isPromiseType(call.calledExpression)
    {
      return try written(before, target.with(.bind("_: Void")))
    }
    return try written(before, target.with(.discard))
  }

  /// Writes the statement that passes on the value of a `get` step.
  private func passedOn(_ binding: Binding, _ target: Target) -> [String] {
    if context.isVoid, target.isResult { return end(target) }
    // The value already has its name.
    guard let expression = binding.expression, target.use != .discard else { return [] }
    if case .bind(let pattern) = target.use, ["_", expression].contains(String(pattern.prefix { $0 != ":" })) {
      return []
    }
    return value([expression], target)
  }

  /// Writes a step whose action is a key path or a function.
  private func step(
    _ last: Step, _ reference: ExprSyntax, of steps: Steps, _ target: Target
  ) throws(LeaveReason) -> [String] {
    let binding = last.binding!
    let input = binding.expression!
    let before = try written(steps.dropLast, target.with(.bind(input))) + comments(before: last.link)
    let knowledge = context.knowledge
    let mayThrow = FunctionReference.baseName(of: reference).map(knowledge.throwsErrors) ?? false
    guard let mayThrow,
      let text = FunctionReference.call(
        of: reference, with: input, knownLabel: knowledge.label(ofFunction: reference, in: context.caller), slice)
    else {
      throw LeaveReason(
        .functionReference, at: reference,
        "The declaration of \(reference.trimmedText) is not known here. Write { \(reference.trimmedText)($0) }."
      )
    }
    let attempt = mayThrow ? "try " : ""
    switch last.operation {
    case .then:
      if let name = FunctionReference.baseName(of: reference), knowledge.mayGetValue(ofFunctionNamed: name) {
        throw LeaveReason(
          .asyncFormPreferred, at: reference,
          "The result of \(name) has a get() of its own, which would be called. Write a closure with its type.")
      }
      let keyword = target.canThrow ? "try await" : "await"
      return before + value(["\(keyword) \(text)\(context.await("get"))"], target)
    case .map: return before + value([attempt + text], target)
    case .done: return before + [attempt + text] + end(target)
    case .get: return before + [attempt + text] + passedOn(binding, target)
    default:
      throw LeaveReason(
        .unknownType, at: reference,
        "The type of the value of \(last.operation.rawValue) is not known here. Write a closure with its type.")
    }
  }

  // MARK: - Names

  /// Chooses names for the values of all steps of a chain, in their order.
  private func bound(_ steps: Steps, _ target: Target) throws(LeaveReason) -> Steps {
    var steps = steps
    /// The name of the chain's value, if a `get` step has named it.
    var current: String?
    for (index, step) in steps.steps.enumerated() {
      guard step.operation.takesValue else {
        // Names that are declared inside the block are not visible after it.
        current = nil
        continue
      }
      let before = steps.beginning(of: index)
      let hint = before.hint(context)
      let isNeeded =
        step.operation == .compactMap
        || step.operation == .get && steps.beginning(of: index + 1).isValueUsed(target, isVoid: context.isVoid)
      let binding: Binding
      if let handler = step.handler {
        if let current, let same = try Binding(handler, named: current) {
          binding = same
        } else {
          binding = try Binding(
            handler, hint: hint, isNeeded: isNeeded, isDeclaredBefore: before.isDeclaredBefore, names: &names)
        }
      } else {
        binding = Binding(
          named: current
            ?? names.declare(hint: hint, for: step.link.handler!, isDeclaredBefore: before.isDeclaredBefore))
      }
      slice.renames += binding.renames
      steps.bind(binding, at: index)
      current = step.operation == .get ? binding.expression : nil
    }
    return steps
  }
}
