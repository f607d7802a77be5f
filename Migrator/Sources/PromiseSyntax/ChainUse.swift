package import SwiftSyntax

/// A chain of promises.
package struct ChainUse: Hashable, Sendable {
  /// The names of the operators, in order.
  package let operators: [String]
  /// The name of the function whose result the chain begins with.
  package let headFunction: String?
  /// Whether the expression is certainly a chain of promises.
  ///
  /// Otherwise, it is one if ``headFunction`` returns a promise: sequences also have `map`.
  package let isCertain: Bool

  /// Operators that identify a promise.
  private static let certainOperators: Set<String> = [
    "then", "done", "recover", "ensure", "ensureThen", "finally", "always", "asVoid", "cauterize", "thenMap",
    "thenFlatMap",
  ]

  /// Functions that return promises, and types of promises.
  private static let certainHeads: Set<String> = ["firstly", "race", "Promise", "Guarantee", "after"]

  /// Reads a chain.
  ///
  /// - Parameter importsPromises: Whether the file imports a library of promises other than Combine.
  package init?(_ chain: Chain, importsPromises: Bool) {
    var links = chain.links[...]
    // `get()` without a handler is the way to `async`, and no operator.
    if let last = links.last, last.name.text == "get", last.handler == nil { links.removeLast() }
    guard !links.isEmpty else { return nil }
    operators = links.map(\.name.text)
    let head = Self.head(chain.head)
    headFunction = head
    let variable = Self.variable(chain.head)?.lowercased() ?? ""
    let beginsWithPromise =
      (head.map { Self.certainHeads.contains($0) || (importsPromises && $0 == "when") } ?? false)
      || variable.hasSuffix("promise") || variable.hasSuffix("guarantee")
    isCertain =
      beginsWithPromise
      || operators.contains { name in
        // Publishers have `catch`, too.
        Self.certainOperators.contains(name) || (importsPromises && ["catch", "tap"].contains(name))
      }
  }

  /// Returns the name of the function or type that is called at the beginning of a chain.
  static func head(_ expression: ExprSyntax) -> String? {
    if let optional = expression.as(OptionalChainingExprSyntax.self) { return head(optional.expression) }
    guard var called = expression.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    if let reference = called.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    guard let member = called.as(MemberAccessExprSyntax.self) else { return nil }
    // `Promise.value(1)` and `Promise<Int>.value(1)`.
    let base = member.base?.as(GenericSpecializationExprSyntax.self)?.expression ?? member.base
    if let type = base?.as(DeclReferenceExprSyntax.self)?.baseName.text, ["Promise", "Guarantee"].contains(type) {
      return type
    }
    return member.declName.baseName.text
  }

  /// Returns the name of the variable or property at the beginning of a chain.
  private static func variable(_ expression: ExprSyntax) -> String? {
    if let optional = expression.as(OptionalChainingExprSyntax.self) { return variable(optional.expression) }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// Returns the chains of a file, in order.
  package static func all(in tree: SourceFileSyntax, importsPromises: Bool) -> [ChainUse] {
    let visitor = ChainVisitor(importsPromises)
    visitor.walk(tree)
    return visitor.chains
  }
}

private final class ChainVisitor: SyntaxVisitor {
  private let importsPromises: Bool
  private(set) var chains: [ChainUse] = []

  init(_ importsPromises: Bool) {
    self.importsPromises = importsPromises
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let chain = Chain(endingWith: node), let use = ChainUse(chain, importsPromises: importsPromises) {
      chains.append(use)
    }
    return .visitChildren
  }
}
