import PromiseSyntax
import SwiftSyntax

/// What a closure needs that may be called later, and that does not inherit the isolation of the code around it.
struct SelfCapture {
  /// The functions of the program that are members of no type.
  let freeFunctions: Set<String>

  /// Returns `[self] in ` if an expression that moves into a new closure uses members of the class around it.
  func clause(for expression: ExprSyntax) -> String { isNeeded(in: Syntax(expression)) ? "[self] in " : "" }

  /// Returns the text of an `async` closure, which captures `self` if it uses members of the class around it, and is
  /// isolated to the main actor if the code around it is and it does more than await a call.
  ///
  /// - Returns: `nil` if the closure would leave its actor.
  func text(of closure: ClosureExprSyntax) -> String? {
    let text = closure.trimmedText
    var additions = ""
    if !closure.onlyAwaitsCall, closure.signature?.attributes.isEmpty ?? true {
      switch Isolation(around: Syntax(closure)) {
      case .none: break
      case .mainActor: additions = " @MainActor"
      case .other: return nil
      }
    }
    if closure.signature?.capture == nil, isNeeded(in: Syntax(closure.statements)) { additions += " [self]" }
    guard !additions.isEmpty else { return text }
    // Attributes come before the captures.
    if closure.signature?.attributes.isEmpty == false { return additions == " [self]" ? nil : text }
    return "{" + additions + (closure.signature == nil ? " in" : "") + text.dropFirst()
  }

  private func isNeeded(in node: Syntax) -> Bool {
    guard Self.isInObject(node) else { return false }
    var locals = LocalNames()
    let finder = NameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names.contains { !freeFunctions.contains($0.baseName.text) && !locals.contain($0) }
  }

  /// Whether a node is in a member of an object. A value may be captured implicitly.
  private static func isInObject(_ node: Syntax) -> Bool {
    var node = node
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .functionDecl(let function):
        if function.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) { return false }
      case .classDecl, .actorDecl, .extensionDecl: return true
      case .structDecl, .enumDecl, .protocolDecl: return false
      default: break
      }
      node = parent
    }
    return false
  }
}

/// The isolation that the code around a node declares.
private enum Isolation {
  case none, mainActor, other

  init(around node: Syntax) {
    var node = node
    while let parent = node.parent {
      if parent.is(ActorDeclSyntax.self) {
        self = .other
        return
      }
      let attributes = parent.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
      let names = attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedText }
      if names.contains("MainActor") {
        self = .mainActor
        return
      }
      if names.contains(where: { $0.hasSuffix("Actor") }) {
        self = .other
        return
      }
      let modifiers = parent.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
      if modifiers.contains(where: { $0.name.text == "nonisolated" }) { break }
      node = parent
    }
    self = .none
  }
}

extension ClosureExprSyntax {
  /// Whether the closure consists of a call that it awaits, so that its own isolation hardly matters.
  fileprivate var onlyAwaitsCall: Bool {
    var expression = onlyExpression
    if let attempt = expression?.as(TryExprSyntax.self) { expression = attempt.expression }
    return expression?.as(AwaitExprSyntax.self)?.expression.is(FunctionCallExprSyntax.self) ?? false
  }
}

/// Finds the names of variables and functions without a base.
private final class NameFinder: SyntaxVisitor {
  var names: [DeclReferenceExprSyntax] = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let name = node.baseName.text
    let begins = name.first.map { $0.isLowercase || $0 == "_" } ?? false
    if member?.declName.id != node.id, begins, node.baseName.tokenKind != .keyword(.self) { names.append(node) }
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // `.seconds(5)` is a member of a type.
    if node.base == nil { return .skipChildren }
    return .visitChildren
  }
}
