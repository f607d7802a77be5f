import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes PromiseKit's names of types in public declarations, which cannot use an SPI's names.
final class InterfaceNames: SyntaxVisitor {
  private let scribe: Scribe

  init(_ scribe: Scribe) {
    self.scribe = scribe
    super.init(viewMode: .sourceAccurate)
  }

  /// The types whose new name means the same.
  private static let newNames = ["PMKError": "PromiseError", "PMKNamespacer": "PromiseNamespace"]
  /// What to write instead of the other types.
  private static let advice = [
    "PMKFinalizer": "return a `Promise<Void>`, with `asVoid()`.",
    "CatchMixin": "write `Promise<Value>`, or `Thenable` if a guarantee will do as well.",
    "LogEvent": "write `PromiseDiagnostics.Event`, whose cases have other names.",
    "PMKConfiguration": "use `DispatchQueue.promises` and `withPromiseQueue` instead.",
    "PMKHTTPError": "write `ResponseError`, which `validate()` rejects with when the `@_spi` is gone.",
  ]

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    check(node.name)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.baseType.trimmedText == "PromiseKit" { check(node.name) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMemberName { check(node.baseName) }
    return .visitChildren
  }

  private func check(_ name: TokenSyntax) {
    if let new = Self.newNames[name.text], name.isInPublicInterface {
      scribe.replace(name, with: new)
    } else if let advice = Self.advice[name.text], name.isInPublicInterface {
      scribe.leave(
        at: name, "spi-in-interface",
        "A public declaration cannot use `\(name.text)`, which is part of an SPI: \(advice)")
    }
  }
}

extension SyntaxProtocol {
  /// Whether the node is part of what a public declaration shows to other modules, and not of a body.
  var isInPublicInterface: Bool {
    var current: Syntax = Syntax(self)
    while let parent = current.parent {
      switch parent.as(SyntaxEnum.self) {
      case .codeBlock, .closureExpr, .accessorBlock, .accessorDecl: return false
      // The default value of a parameter is part of the interface, the initial value of a variable is not.
      case .initializerClause(let clause) where clause.parent?.is(PatternBindingSyntax.self) == true: return false
      default: break
      }
      if let declaration = parent.asProtocol((any WithModifiersSyntax).self), parent.is(DeclSyntax.self) {
        return declaration.modifiers.isPublic || parent.hasPublicContext
      }
      current = parent
    }
    return false
  }

  /// Whether a declaration without an access level gets it from a public protocol, enumeration or extension.
  private var hasPublicContext: Bool {
    for parent in sequence(first: Syntax(self), next: \.parent).dropFirst() {
      if let node = parent.as(ProtocolDeclSyntax.self) { return node.modifiers.isPublic }
      if let node = parent.as(EnumDeclSyntax.self) {
        return self.is(EnumCaseDeclSyntax.self) && node.modifiers.isPublic
      }
      if let node = parent.as(ExtensionDeclSyntax.self) { return hasNoAccessLevel && node.modifiers.isPublic }
      if parent.is(DeclSyntax.self), !parent.is(IfConfigDeclSyntax.self) { return false }
    }
    return false
  }

  private var hasNoAccessLevel: Bool {
    let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers
    return modifiers?.allSatisfy { !["package", "internal", "fileprivate", "private"].contains($0.name.text) } ?? true
  }
}

extension DeclModifierListSyntax {
  fileprivate var isPublic: Bool { contains { ["public", "open"].contains($0.name.text) && $0.detail == nil } }
}
