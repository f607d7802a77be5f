import PromiseSyntax
import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Members that a promise has, and the result of an `async` function rarely.
  private static let promiseMembers: Set<String> = [
    "get", "getResult", "then", "done", "catch", "recover", "ensure", "ensureThen", "thenMap", "tap", "asVoid",
    "cauterize", "complete", "onProgress", "timeout", "delay", "cancel", "wait",
  ]

  /// Whether the call can be one of the promise form of a function that has an `async` form as well.
  ///
  /// It cannot if an `await` or an `async let` covers it, unless the result is used as a promise. An argument that an
  /// `await` covers can be either.
  var mayReturnPromise: Bool {
    var child = Syntax(self)
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .memberAccessExpr(let member):
        if member.base?.id == ExprSyntax(child)?.id, Self.promiseMembers.contains(member.declName.baseName.text) {
          return true
        }
      // The argument of another call.
      case .labeledExpr: if parent.parent?.parent?.is(FunctionCallExprSyntax.self) ?? false { return true }
      case .variableDecl(let variable): return !variable.modifiers.contains { $0.name.text == "async" }
      case .closureExpr, .codeBlockItem, .memberBlockItem, .awaitExpr: return !ExprSyntax(self).isAwaited
      default: break
      }
      child = parent
    }
    return true
  }
}
