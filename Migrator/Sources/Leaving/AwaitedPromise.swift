import PromiseSyntax
import SwiftSyntax

/// A promise that an async function awaits: `promise.get()`, with or without arguments.
struct AwaitedPromise {
  let call: FunctionCallExprSyntax
  let promise: ExprSyntax
  /// Whether `try` covers the call.
  let isTried: Bool

  /// Reads a call.
  init?(_ call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "get", member.declName.argumentNames == nil, call.trailingClosure == nil,
      call.arguments.allSatisfy({ Self.labels.contains($0.label?.text ?? "") }), ExprSyntax(call).isAwaited
    else { return nil }
    self.call = call
    promise = base
    isTried = ExprSyntax(call).isTried
  }

  private static let labels: Set<String> = ["cancellation", "timeout", "losers", "clock"]

  /// Returns the argument with a label.
  func argument(_ label: String) -> ExprSyntax? { call.argument(label) }

  /// Returns the awaited promises of a file.
  static func all(in tree: SourceFileSyntax) -> [AwaitedPromise] {
    final class Visitor: SyntaxVisitor {
      var found: [AwaitedPromise] = []
      override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let awaited = AwaitedPromise(node) { found.append(awaited) }
        return .visitChildren
      }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found
  }
}

extension FunctionCallExprSyntax {
  /// Returns the argument with a label, or the first one without.
  func argument(_ label: String?) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }

  /// The name of the function that is called, if it is called without an object.
  var freeName: String? { calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text }

  /// The member that is called, and the object.
  var member: (base: ExprSyntax, name: String)? {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
    return (base, member.declName.baseName.text)
  }

  /// The closure, if the call has one and no other arguments.
  var onlyClosure: ClosureExprSyntax? {
    guard additionalTrailingClosures.isEmpty else { return nil }
    if let trailingClosure { return arguments.isEmpty ? trailingClosure : nil }
    return arguments.count == 1 ? arguments.first!.expression.as(ClosureExprSyntax.self) : nil
  }
}
