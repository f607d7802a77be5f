import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Writes `promise` before the first operator on a value of any thenable type: `source.map { … }` becomes
/// `source.promise.map { … }`.
///
/// In this library, only the classes have operators, not the protocol.
final class ThenableOperators: SyntaxVisitor {
  private let scribe: Scribe

  init(_ scribe: Scribe) {
    self.scribe = scribe
    super.init(viewMode: .sourceAccurate)
  }

  private static let protocols: Set<String> = ["Thenable", "CatchMixin"]
  /// What only the classes have. The protocol has `pipe`.
  private static let operators = Chain.operators.union(["wait", "async"]).subtracting(["pipe"])
  /// Operators without parameters, which look like properties.
  private static let properties: Set<String> = ["firstValue", "lastValue"]

  // MARK: - Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      if Self.operators.contains(member.declName.baseName.text) { check(member) }
    } else if let name = node.calledExpression.as(DeclReferenceExprSyntax.self), isOperatorOfSelf(name) {
      scribe.edit(Edit(inserting: "promise.", at: name.positionAfterSkippingLeadingTrivia))
      scribe.count()
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.properties.contains(node.declName.baseName.text), node.parent?.is(FunctionCallExprSyntax.self) != true {
      check(node)
    }
    return .visitChildren
  }

  /// Writes `promise` if the base of the member is a value of any thenable type.
  private func check(_ member: MemberAccessExprSyntax) {
    guard let base = member.base?.as(DeclReferenceExprSyntax.self) else { return }
    let isThenable = base.baseName.tokenKind == .keyword(.self) ? extends(at: base) : isParameter(base)
    guard isThenable else { return }
    scribe.edit(Edit(inserting: "promise.", at: member.declName.positionAfterSkippingLeadingTrivia))
    scribe.count()
  }

  /// Whether `name` is called without a base in an extension of the protocol that has no function of this name.
  private func isOperatorOfSelf(_ name: DeclReferenceExprSyntax) -> Bool {
    guard Self.operators.contains(name.baseName.text), let owner = owner(of: name) else { return false }
    return !owner.memberBlock.members.contains {
      $0.decl.as(FunctionDeclSyntax.self)?.name.text == name.baseName.text
    }
  }

  // MARK: - Types

  /// The extension of the protocol in which `node` is.
  private func owner(of node: some SyntaxProtocol) -> ExtensionDeclSyntax? {
    for parent in sequence(first: Syntax(node), next: \.parent) {
      if let extended = parent.as(ExtensionDeclSyntax.self) {
        return Self.protocols.contains(extended.extendedType.nameWithoutModule) ? extended : nil
      }
    }
    return nil
  }

  private func extends(at node: some SyntaxProtocol) -> Bool { owner(of: node) != nil }

  /// Whether `name` is a parameter of an enclosing function, of type `some Thenable` or of a generic parameter that is a
  /// thenable.
  private func isParameter(_ name: DeclReferenceExprSyntax) -> Bool {
    for parent in sequence(first: Syntax(name), next: \.parent) {
      let function = parent.as(FunctionDeclSyntax.self)
      let initializer = parent.as(InitializerDeclSyntax.self)
      guard let signature = function?.signature ?? initializer?.signature else { continue }
      let generics = function?.genericParameterClause ?? initializer?.genericParameterClause
      let constraints = function?.genericWhereClause ?? initializer?.genericWhereClause
      for parameter in signature.parameterClause.parameters
      where (parameter.secondName ?? parameter.firstName).text == name.baseName.text {
        return isThenable(parameter.type, generics, constraints)
      }
    }
    return false
  }

  private func isThenable(
    _ type: TypeSyntax, _ generics: GenericParameterClauseSyntax?, _ constraints: GenericWhereClauseSyntax?
  ) -> Bool {
    if let opaque = type.as(SomeOrAnyTypeSyntax.self) { return namesProtocol(opaque.constraint) }
    let name = type.trimmedText
    if let inherited = generics?.parameters.first(where: { $0.name.text == name })?.inheritedType,
      namesProtocol(inherited)
    {
      return true
    }
    return constraints?.requirements.contains {
      guard case .conformanceRequirement(let requirement) = $0.requirement else { return false }
      return requirement.leftType.trimmedText == name && namesProtocol(requirement.rightType)
    } ?? false
  }

  private func namesProtocol(_ type: TypeSyntax) -> Bool {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.contains { namesProtocol($0.type) }
    }
    let name = type.nameWithoutModule
    return Self.protocols.contains(String(name.prefix { $0 != "<" }))
  }
}
