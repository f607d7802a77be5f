import SwiftSyntax

/// The names that a pattern declares, and whether each is a variable.
final class PatternNames: SyntaxVisitor {
  private var names: [(name: String, isVariable: Bool)] = []

  static func all(in pattern: PatternSyntax) -> [(name: String, isVariable: Bool)] {
    let visitor = PatternNames(viewMode: .sourceAccurate)
    visitor.walk(pattern)
    return visitor.names
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    let isVariable = sequence(first: Syntax(node), next: \.parent).prefix { $0.is(PatternSyntax.self) }
      .contains { $0.as(ValueBindingPatternSyntax.self)?.bindingSpecifier.text == "var" }
    names.append((node.identifier.text, isVariable))
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
