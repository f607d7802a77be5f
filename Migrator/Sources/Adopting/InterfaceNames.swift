import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Replaces PromiseKit's type names in public declarations, which cannot use names of an SPI.
final class InterfaceNames: SyntaxVisitor {
  private let scribe: Scribe

  init(_ scribe: Scribe) {
    self.scribe = scribe
    super.init(viewMode: .sourceAccurate)
  }

  /// The types whose new name means the same.
  private static let newNames = ["PMKError": "PromiseError", "PMKNamespacer": "PromiseNamespace"]
  /// The replacements for the other types.
  private static let advice = [
    "PMKFinalizer": "return a `Promise<Void>`, with `asVoid()`.",
    "CatchMixin": "write `Promise<Value>`, or `Thenable` to accept guarantees too.",
    "LogEvent": "write `PromiseDiagnostics.Event`, whose cases have other names.",
    "PMKConfiguration": "use `DispatchQueue.promises` and `withPromiseQueue` instead.",
    "PMKHTTPError": "write `ResponseError`, with which `validate()` rejects once the `@_spi` import is removed.",
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
  /// Whether the node is part of a public declaration, but not of its body.
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
