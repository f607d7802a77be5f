package import SwiftSyntax

/// A chain of operators, such as `firstly { … }.then { … }.catch { … }`.
package struct Chain {
  /// The expression on which the first operator is called.
  package let head: ExprSyntax
  /// The operators, in the order of their calls.
  package let links: [Link]

  /// One operator of a chain.
  package struct Link {
    /// The name of the operator.
    package let name: TokenSyntax
    /// The period before the name.
    package let period: TokenSyntax
    package let call: FunctionCallExprSyntax

    /// Reads a call of an operator, without the rest of its chain.
    package init?(_ call: FunctionCallExprSyntax) {
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.base != nil,
        Chain.operators.contains(member.declName.baseName.text),
        !Self.otherLabels(of: member.declName.baseName.text, call)
      else { return nil }
      (name, period, self.call) = (member.declName.baseName, member.period, call)
    }

    /// Whether a call has labels that no operator of this name has, such as `validate(url:)` of a program's own.
    private static func otherLabels(of name: String, _ call: FunctionCallExprSyntax) -> Bool {
      let known: Set<String>
      switch name {
      case "validate": known = ["on", "flags"]
      case "get": known = ["on", "flags", "policy", "timeout", "losers", "cancellation", "clock", "isolation"]
      default: return false
      }
      return call.arguments.contains { argument in argument.label.map { !known.contains($0.text) } ?? false }
    }

    /// The expression on which the operator is called.
    fileprivate var base: ExprSyntax { call.calledExpression.cast(MemberAccessExprSyntax.self).base! }

    /// Whether another operator is called on the result.
    package var isContinued: Bool {
      guard let member = call.parent?.as(MemberAccessExprSyntax.self), member.base?.id == ExprSyntax(call).id,
        Chain.operators.contains(member.declName.baseName.text)
      else { return false }
      return member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(member).id
    }

    /// The arguments in parentheses.
    package var arguments: LabeledExprListSyntax { call.arguments }

    /// Returns the argument with a label.
    package func argument(_ label: String?) -> ExprSyntax? {
      arguments.first { $0.label?.text == label }?.expression
    }

    /// The handler: the first trailing closure, or else the last argument if it has no label and is not `on:`.
    package var handler: ExprSyntax? {
      if let closure = call.trailingClosure { return ExprSyntax(closure) }
      guard let last = arguments.last, last.label == nil else { return nil }
      return last.expression
    }
  }

  /// The names of the operators of promises.
  package static let operators: Set<String> = [
    "then", "map", "done", "get", "tap", "compactMap", "recover", "ensure", "ensureThen", "catch", "finally", "always",
    "asVoid", "cauterize", "validate", "thenMap", "thenFlatMap", "mapValues", "flatMapValues", "compactMapValues",
    "filterValues", "firstValue", "lastValue", "sortedValues", "timeout", "delay", "reduce", "pipe",
  ]

  /// Reads a call as the end of a chain.
  ///
  /// - Returns: `nil` unless an operator of promises is called, and no other one on its result.
  package init?(endingWith call: FunctionCallExprSyntax) {
    guard let link = Link(call), !link.isContinued else { return nil }
    self.init(ExprSyntax(call))
  }

  /// Reads an expression as a chain.
  ///
  /// - Returns: `nil` unless the expression is a call of at least one operator of promises.
  package init?(_ expression: ExprSyntax) {
    var links: [Link] = []
    var current = expression
    while let link = current.as(FunctionCallExprSyntax.self).flatMap(Link.init) {
      links.append(link)
      current = link.base
    }
    guard !links.isEmpty else { return nil }
    head = current
    self.links = links.reversed()
  }
}
