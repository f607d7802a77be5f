package import SwiftSyntax

/// A chain of operators, such as `firstly { … }.then { … }.catch { … }`.
package struct Chain {
  /// What the first operator is called on.
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

  /// The names of the operators that promises have and hardly anything else has, or that continue a chain.
  package static let operators: Set<String> = [
    "then", "map", "done", "get", "tap", "compactMap", "recover", "ensure", "ensureThen", "catch", "finally", "always",
    "asVoid", "cauterize", "validate", "thenMap", "thenFlatMap", "mapValues", "flatMapValues", "compactMapValues",
    "filterValues", "firstValue", "lastValue", "sortedValues", "timeout", "delay", "reduce", "pipe",
  ]

  /// Reads an expression as a chain.
  ///
  /// - Returns: `nil` unless the expression is a call of at least one operator of promises.
  package init?(_ expression: ExprSyntax) {
    var links: [Link] = []
    var current = expression
    while let call = current.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      Self.operators.contains(member.declName.baseName.text)
    {
      links.append(Link(name: member.declName.baseName, period: member.period, call: call))
      current = base
    }
    guard !links.isEmpty else { return nil }
    head = current
    self.links = links.reversed()
  }
}
