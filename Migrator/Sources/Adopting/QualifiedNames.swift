import SourceEditing
import SwiftSyntax

/// Changes the module of qualified names, such as `PromiseKit.Promise`. `PromiseKit.Result` is left to ``ResultTypes``.
final class QualifiedNames: SyntaxVisitor {
  private let scribe: Scribe
  private let origin: Origin

  init(_ scribe: Scribe, origin: Origin) {
    self.scribe = scribe
    self.origin = origin
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.baseType.as(IdentifierTypeSyntax.self), base.genericArgumentClause == nil {
      change(base, module: base.name.text, name: node.name.text)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base?.as(DeclReferenceExprSyntax.self), base.argumentNames == nil {
      let call = node.parent?.as(FunctionCallExprSyntax.self)
      let isAfterLife = call?.arguments.first?.label?.text == "life"
      change(base, module: base.baseName.text, name: isAfterLife ? "life" : node.declName.baseName.text)
    }
    return .visitChildren
  }

  private func change(_ base: some SyntaxProtocol, module: String, name: String) {
    guard module == origin.module || origin.isAddition(module) else { return }
    if origin == .promiseKit, name == "Result" { return }
    // `PMKError` and the like are types, not modules.
    if module != origin.module, module != "PMKFoundation" { return }
    scribe.replace(base, with: Self.modules[name] ?? origin.vocabulary.rawValue)
  }

  /// The modules of names for which the vocabulary is not written. Functions are looked up in the vocabulary, which may have
  /// another form of them.
  private static let modules = [
    "Promise": "PromiseCore", "Guarantee": "PromiseCore", "Resolver": "PromiseCore", "Thenable": "PromiseCore",
    "AnyPromise": "PromiseCore", "PromiseError": "PromiseCore",
    "PMKHTTPError": Vocabulary.promiseKitFoundation.rawValue, "life": "PromiseFoundation",
    "hang": "PromiseTesting", "waitForPromises": "PromiseTesting",
  ]
}
