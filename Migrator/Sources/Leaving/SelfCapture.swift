import PromiseSyntax
import SwiftSyntax

/// Whether a new closure has to capture `self` explicitly.
enum SelfCapture {
  /// Whether an expression calls a function that may be a member of the class around it.
  static func isNeeded(in expression: ExprSyntax) -> Bool {
    guard expression.firstToken(viewMode: .sourceAccurate)?.tokenKind != .keyword(.self),
      let function = enclosingFunction(of: Syntax(expression)), !function.isStatic,
      let type = function.containers.last(where: { $0.kind != .function })
    else { return false }
    // A value may be captured implicitly.
    return !type.node.is(StructDeclSyntax.self) && !type.node.is(EnumDeclSyntax.self)
  }

  private static func enclosingFunction(of node: Syntax) -> FunctionDeclaration? {
    var node = node
    while let parent = node.parent {
      if let function = FunctionDeclaration(parent) { return function }
      node = parent
    }
    return nil
  }
}
