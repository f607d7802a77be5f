import PromiseSyntax
import SwiftSyntax

/// The names `fulfilled` and `rejected` in patterns.
struct OutcomePatterns {
  /// The names where a result is matched.
  private(set) var found: [TokenSyntax] = []
  /// The names inside other cases, such as `.disconnected(.rejected)`.
  private(set) var nested: [TokenSyntax] = []
  /// The names of other cases.
  private(set) var otherCases: Set<String> = []

  init(items: [PatternSyntax]) {
    for item in items { collect(item) }
  }

  private mutating func collect(_ pattern: PatternSyntax) {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      collect(binding.pattern)
    } else if let tuple = pattern.as(TuplePatternSyntax.self) {
      for element in tuple.elements { collect(element.pattern) }
    } else if let expression = pattern.as(ExpressionPatternSyntax.self) {
      collect(expression.expression)
    }
  }

  private mutating func collect(_ expression: ExprSyntax) {
    if let member = expression.as(MemberAccessExprSyntax.self) {
      found(member)
    } else if let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    {
      let isPayload = call.arguments.count == 1 && call.arguments.first?.label == nil
      switch member.declName.baseName.text {
      case "some" where isPayload: collect(call.arguments.first!.expression)
      case let name where ResultPatterns.newNames[name] != nil:
        // Cases with several values or labels belong to another type.
        if isPayload { found(member) } else { otherCases.insert(name) }
      case let name:
        otherCases.insert(name)
        for argument in call.arguments where argument.label == nil || argument.label?.text == "result" {
          nested += Names(argument.expression).found
        }
      }
    } else if let optional = expression.as(OptionalChainingExprSyntax.self) {
      collect(optional.expression)
    } else if let tuple = expression.as(TupleExprSyntax.self) {
      for element in tuple.elements { collect(element.expression) }
    } else if let pattern = expression.as(PatternExprSyntax.self) {
      collect(pattern.pattern)
    }
  }

  private mutating func found(_ member: MemberAccessExprSyntax) {
    let name = member.declName.baseName
    let base = member.base.map { $0.trimmedText.prefix { $0 != "<" } }
    if ResultPatterns.newNames[name.text] != nil, base == nil || base == "Result" || base == "PromiseKit.Result" {
      found.append(name)
    } else if name.text != "none" {
      otherCases.insert(name.text)
    }
  }

  /// The names inside the arguments of another case.
  private final class Names: SyntaxVisitor {
    var found: [TokenSyntax] = []
    init(_ argument: ExprSyntax) {
      super.init(viewMode: .sourceAccurate)
      walk(argument)
    }
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      node.arguments.contains { $0.label != nil } ? .skipChildren : .visitChildren
    }
    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      if node.base == nil, ResultPatterns.newNames[node.declName.baseName.text] != nil {
        found.append(node.declName.baseName)
      }
      return .visitChildren
    }
  }
}
