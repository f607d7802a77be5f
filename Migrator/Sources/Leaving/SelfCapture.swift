import PromiseSyntax
import SwiftSyntax

/// Whether a closure that may be called later has to capture `self` explicitly.
struct SelfCapture {
  /// The functions of the program that are members of no type.
  let freeFunctions: Set<String>

  /// Returns `[self] in ` if an expression that moves into a new closure uses members of the class around it.
  func clause(for expression: ExprSyntax) -> String { isNeeded(in: Syntax(expression)) ? "[self] in " : "" }

  /// Returns the text of a closure, which captures `self` if it uses members of the class around it.
  func text(of closure: ClosureExprSyntax) -> String {
    let text = closure.trimmedText
    guard closure.signature?.capture == nil, closure.signature?.attributes.isEmpty ?? true,
      isNeeded(in: Syntax(closure.statements))
    else { return text }
    return "{ [self]" + (closure.signature == nil ? " in" : "") + text.dropFirst()
  }

  private func isNeeded(in node: Syntax) -> Bool {
    guard let function = enclosingFunction(of: node), !function.isStatic,
      let type = function.containers.last(where: { $0.kind != .function }),
      // A value may be captured implicitly.
      !type.node.is(StructDeclSyntax.self), !type.node.is(EnumDeclSyntax.self)
    else { return false }
    var names = LocalNames()
    let locals = names.around(node)
    let finder = NameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names.contains { !locals.contains($0) && !freeFunctions.contains($0) }
  }

  private func enclosingFunction(of node: Syntax) -> FunctionDeclaration? {
    var node = node
    while let parent = node.parent {
      if let function = FunctionDeclaration(parent) { return function }
      node = parent
    }
    return nil
  }
}

/// Finds the names of variables and functions without a base.
private final class NameFinder: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let name = node.baseName.text
    let begins = name.first.map { $0.isLowercase || $0 == "_" } ?? false
    if member?.declName.id != node.id, begins, node.baseName.tokenKind != .keyword(.self) { names.insert(name) }
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // `.seconds(5)` is a member of a type.
    if node.base == nil { return .skipChildren }
    return .visitChildren
  }
}
