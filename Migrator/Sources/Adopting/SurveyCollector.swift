import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Collects a ``FileSurvey``.
final class SurveyCollector: SyntaxVisitor {
  private let origin: Origin
  private(set) var survey: FileSurvey

  init(_ source: SourceText, origin: Origin) {
    self.origin = origin
    survey = FileSurvey(path: source.path, declarations: FileDeclarations(in: source.tree))
    super.init(viewMode: .sourceAccurate)
    for statement in ImportStatement.all(in: source.tree) {
      survey.imports.insert(statement.module)
      if statement.module == origin.module, statement.attributes.contains("_exported") { survey.reexportsOrigin = true }
    }
    walk(source.tree)
  }

  // MARK: - Declarations

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.inheritanceClause, node.genericParameterClause)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.inheritanceClause, node.genericParameterClause)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.inheritanceClause)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.inheritanceClause)
  }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, nil, node.genericParameterClause)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
    if cases.contains(where: { ResultPatterns.newNames[$0.name.text] != nil }) {
      let container = FunctionDeclaration.Container.all(around: node).first { $0.kind != .function }
      survey.outcomes.append(
        .init(
          name: node.name.text, outermostName: container?.name ?? node.name.text, hasTwoCases: cases.count == 2))
    }
    return declare(node.name, node.inheritanceClause, node.genericParameterClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if inheritsError(node.inheritanceClause) { survey.errorTypes.insert(node.extendedType.trimmedText) }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if LibraryNames.functions.contains(node.name.text), node.isAtTopLevel {
      survey.declaredNames.insert(node.name.text)
    }
    let parameters = node.signature.parameterClause.parameters
    if let type = parameters.first?.type.trimmedText,
      type.hasSuffix("PMKNamespacer") || type == "PromiseNamespace"
    {
      survey.namespacedFunctions.insert(node.name.text)
    }
    if node.name.text == "validate", parameters.isEmpty,
      let type = FunctionDeclaration(node)?.containers.last, type.kind == .extension, type.name.hasSuffix("Promise")
    {
      survey.declaresValidate = true
    }
    return .visitChildren
  }

  private func declare(
    _ name: TokenSyntax, _ inheritance: InheritanceClauseSyntax?, _ parameters: GenericParameterClauseSyntax? = nil
  ) -> SyntaxVisitorContinueKind {
    // A nested type shadows the library's type only in its container, and is used like a promise only if it is generic.
    if LibraryNames.declarable.contains(name.text), name.parent?.isAtTopLevel == true || parameters != nil {
      survey.declaredNames.insert(name.text)
    }
    if inheritsError(inheritance) { survey.errorTypes.insert(name.text) }
    return .visitChildren
  }

  private func inheritsError(_ clause: InheritanceClauseSyntax?) -> Bool {
    clause?.inheritedTypes.contains {
      ["Error", "Swift.Error", "LocalizedError", "CustomNSError"].contains($0.type.trimmedText)
    } ?? false
  }

  // MARK: - Uses

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    name(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMemberName { name(node.baseName) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard origin == .googlePromises else { return .visitChildren }
    switch node.declName.baseName.text {
    case "asObjCPromise": survey.keepsOrigin = true
    case "promises" where node.base?.isWritten("DispatchGroup") ?? false: survey.uses.testing = true
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let first = node.arguments.first
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      called(member.declName.baseName.text, node, first)
      if !survey.uses.chain, let chain = Chain(endingWith: node) { survey.uses.chain = chain.isOfPromises }
    } else if let function = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      calledFunction(function.baseName.text, node, first)
    }
    return .visitChildren
  }

  private func called(_ name: String, _ node: FunctionCallExprSyntax, _ first: LabeledExprSyntax?) {
    let isBare = node.arguments.isEmpty && node.trailingClosure == nil
    if let first, first.label == nil, first.expression.isWritten(".promise") {
      survey.uses.namespacedCalls.insert(name)
    }
    switch name {
    case "validate" where isBare && node.isInChain: survey.uses.validate = true
    case "observe" where first?.label?.text == "once": survey.uses.foundation = true
    case "after" where first?.label?.text == "life": survey.uses.foundation = true
    case "hang": survey.uses.testing = survey.uses.testing || isOrigin(node, .promiseKit)
    case "waitForPromises": survey.uses.testing = survey.uses.testing || isOrigin(node, .googlePromises)
    default: break
    }
  }

  /// Whether a function is called by its qualified name, such as `PromiseKit.hang`.
  private func isOrigin(_ node: FunctionCallExprSyntax, _ wanted: Origin) -> Bool {
    origin == wanted && node.calledExpression.as(MemberAccessExprSyntax.self)?.base?.isWritten(origin.module) == true
  }

  private func calledFunction(_ name: String, _ node: FunctionCallExprSyntax, _ first: LabeledExprSyntax?) {
    switch (name, first?.label?.text) {
    case ("after", "life"?): survey.uses.foundation = true
    case ("String", _) where node.arguments.contains(where: { $0.label?.text == "urlResponse" }):
      survey.uses.foundation = true
    case ("hang", nil) where origin == .promiseKit && node.arguments.count == 1: survey.uses.testing = true
    case ("waitForPromises", "timeout"?) where origin == .googlePromises: survey.uses.testing = true
    case ("when", "fulfilled"?), ("when", "resolved"?): survey.uses.names.insert("when")
    case ("firstly", _): survey.uses.names.insert("firstly")
    default: break
    }
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    let modules = CanImport.all(in: node).map(\.module)
    if modules.contains(where: origin.isOwn) { survey.uses.canImport = true }
    return .visitChildren
  }

  private func name(_ token: TokenSyntax) {
    switch token.text {
    case "PMKHTTPError": survey.uses.foundation = survey.uses.foundation || origin == .promiseKit
    case "AnyPromise": survey.keepsOrigin = survey.keepsOrigin || origin == .promiseKit
    case let text where LibraryNames.types.contains(text): survey.uses.names.insert(text)
    default: break
    }
  }
}

/// Names that identify the two libraries.
enum LibraryNames {
  static let types: Set<String> = ["Promise", "Guarantee", "PMKError", "CatchMixin", "Thenable", "AnyPromise"]
  static let functions: Set<String> = ["firstly", "when", "hang", "waitForPromises"]
  /// The names that mean something else if a project declares them itself.
  static let declarable = types.union([
    "Result", "PromiseError", "CancellablePromise", "CancellableThenable", "CancellableCatchable",
    "RateLimitedDispatcher", "ConcurrencyLimitedDispatcher",
  ])
}

extension SyntaxProtocol {
  /// Whether the declaration is not nested in another one.
  fileprivate var isAtTopLevel: Bool {
    !sequence(first: Syntax(self), next: \.parent).contains {
      $0.is(MemberBlockSyntax.self) || $0.is(CodeBlockSyntax.self)
    }
  }
}

extension Chain {
  /// Whether only promises have these operators: a `catch` and one that no other type has.
  var isOfPromises: Bool {
    let names = Set(links.map(\.name.text))
    return names.contains("catch") && !names.isDisjoint(with: ["then", "done", "always", "ensure"])
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call follows another one, or is followed by an operator of promises.
  fileprivate var isInChain: Bool {
    if calledExpression.as(MemberAccessExprSyntax.self)?.base?.is(FunctionCallExprSyntax.self) == true { return true }
    guard let next = parent?.as(MemberAccessExprSyntax.self) else { return false }
    return Chain.operators.contains(next.declName.baseName.text)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the name comes after a period.
  var isMemberName: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName.id == id }
}
