import SwiftSyntax

/// The names of parameters and variables, by the outermost function in which they are declared.
struct LocalNames {
  private var known: [SyntaxIdentifier: Set<String>] = [:]

  /// Returns the names of parameters and variables in the outermost function or closure around a node.
  mutating func around(_ node: Syntax) -> Set<String> {
    var outermost: Syntax?
    var node = node
    while let parent = node.parent {
      if parent.is(CodeBlockSyntax.self) || parent.is(ClosureExprSyntax.self) || parent.is(FunctionDeclSyntax.self) {
        outermost = parent
      }
      node = parent
    }
    guard let outermost else { return [] }
    if let names = known[outermost.id] { return names }
    let collector = NameCollector(viewMode: .sourceAccurate)
    collector.walk(outermost)
    known[outermost.id] = collector.names
    return collector.names
  }
}

private final class NameCollector: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { add(node.identifier) }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.secondName ?? node.firstName)
  }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.secondName ?? node.firstName)
  }

  private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    names.insert(name.text)
    return .visitChildren
  }
}
