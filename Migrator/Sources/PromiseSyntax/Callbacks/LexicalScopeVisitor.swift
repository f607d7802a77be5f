import SwiftSyntax

/// A visitor that knows, for each node, the isolation of the code around it and the local names that it sees.
class LexicalScopeVisitor: SyntaxVisitor {
  /// A declaration, a closure or a block.
  struct Scope {
    let isolation: ActorIsolation
    /// Whether the scope is that of a type, which sees no local names of functions around it.
    var isType = false
    var names: [String: LocalName] = [:]
  }

  /// The declarations, closures and blocks around the current node, from the outside in.
  final var scopes: [Scope]
  final let isolatedTypes: IsolatedTypes

  /// - Parameter topLevel: The isolation of statements outside all declarations.
  init(_ isolatedTypes: IsolatedTypes, topLevel: ActorIsolation) {
    self.isolatedTypes = isolatedTypes
    scopes = [Scope(isolation: topLevel)]
    super.init(viewMode: .sourceAccurate)
  }

  final var isolation: ActorIsolation { scopes[scopes.count - 1].isolation }

  /// Returns the meaning of a local name, and the index of its scope.
  final func lookUp(_ name: String) -> (meaning: LocalName, depth: Int)? {
    for depth in scopes.indices.reversed() {
      if scopes[depth].isType { return nil }
      if let meaning = scopes[depth].names[name] { return (meaning, depth) }
    }
    return nil
  }

  final func declare(_ name: String, _ meaning: LocalName) { scopes[scopes.count - 1].names[name] = meaning }

  /// Declares the names in a pattern.
  final func declare(_ pattern: PatternSyntax, isConstant: Bool = true, _ type: LocalName.TypeOfConstant) {
    for (name, isVariable) in PatternNames.all(in: pattern) {
      declare(name, isConstant && !isVariable ? .constant(type) : .variable)
    }
  }

  final func leave() { scopes.removeLast() }

  // MARK: - Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(type: node.name.text, node.attributes, node.modifiers)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(type: node.name.text, node.attributes, node.modifiers)
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(type: node.name.text, node.attributes, node.modifiers)
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(type: node.name.text, node.attributes, node.modifiers)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(type: node.extendedType.lastNameOfType, node.attributes, node.modifiers)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    scopes.append(Scope(isolation: .instance("self"), isType: true))
    return .visitChildren
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }

  private func enter(
    type name: String, _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax
  ) -> SyntaxVisitorContinueKind {
    let inferred: ActorIsolation = isolatedTypes.contains(name) ? .globalActor : .unspecified(type: name)
    scopes.append(Scope(isolation: ActorIsolation(attributes, modifiers) ?? inferred, isType: true))
    return .visitChildren
  }

  // MARK: - Functions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if scopes.count > 1, !scopes[scopes.count - 1].isType { declare(node.name.text, .function) }
    let isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
    return enter(node.attributes, node.modifiers, node.signature.parameterClause, isStatic: isStatic)
  }
  override func visitPost(_ node: FunctionDeclSyntax) { leave() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.attributes, node.modifiers, node.signature.parameterClause)
  }
  override func visitPost(_ node: InitializerDeclSyntax) { leave() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.attributes, node.modifiers, node.parameterClause)
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { leave() }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    scopes.append(Scope(isolation: .nonisolated))
    return .visitChildren
  }
  override func visitPost(_ node: DeinitializerDeclSyntax) { leave() }

  /// Enters a function, which may be local to another one.
  private func enter(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ clause: FunctionParameterClauseSyntax,
    isStatic: Bool = false
  ) -> SyntaxVisitorContinueKind {
    let inherited = scopes.count > 1 ? isolation : .unspecified(type: nil)
    var isolation = ActorIsolation(attributes, modifiers) ?? inherited
    if isStatic, case .instance = isolation { isolation = .nonisolated }
    var names: [String: LocalName] = [:]
    for parameter in clause.parameters {
      let name = (parameter.secondName ?? parameter.firstName).text
      let specifiers = parameter.type.as(AttributedTypeSyntax.self)?.specifiers.map(\.trimmedText) ?? []
      if specifiers.contains("isolated") { isolation = .instance(name) }
      names[name] = specifiers.contains("inout") ? .variable : .constant(.init(of: parameter.type, isolatedTypes))
    }
    scopes.append(Scope(isolation: isolation, names: names))
    return .visitChildren
  }

  // MARK: - Variables

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.isMember { scopes.append(Scope(isolation: ActorIsolation(node.attributes, node.modifiers) ?? isolation)) }
    return .visitChildren
  }

  override func visitPost(_ node: VariableDeclSyntax) {
    if node.isMember { return leave() }
    for binding in node.bindings {
      let written = binding.typeAnnotation.map { LocalName.TypeOfConstant(of: $0.type, isolatedTypes) }
      let type = written ?? .init(of: binding.initializer?.value, isolatedTypes)
      declare(binding.pattern, isConstant: node.bindingSpecifier.text == "let", type)
      if let (name, source) = ResolverSource.pending(binding) { declare(name, .resolver(source)) }
    }
  }

  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
    // A closure in the initial value of a property does not check its actor.
    let isOfProperty = node.parent?.parent?.parent?.as(VariableDeclSyntax.self)?.isMember ?? false
    scopes.append(Scope(isolation: isOfProperty ? .nonisolated : isolation))
    return .visitChildren
  }
  override func visitPost(_ node: InitializerClauseSyntax) { leave() }

  // MARK: - Patterns

  override func visitPost(_ node: OptionalBindingConditionSyntax) {
    let isConstant = node.bindingSpecifier.text == "let"
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    if node.initializer == nil, isConstant, let name, let known = lookUp(name) { return declare(name, known.meaning) }
    declare(node.pattern, isConstant: isConstant, .init(of: node.initializer?.value, isolatedTypes))
  }
  override func visitPost(_ node: MatchingPatternConditionSyntax) { declare(node.pattern, .nonisolated) }
  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    declare(node.pattern, .nonisolated)
    return .visitChildren
  }

  // MARK: - Blocks

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { enterBlock() }
  override func visitPost(_ node: CodeBlockSyntax) { leave() }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enterBlock() }
  override func visitPost(_ node: AccessorBlockSyntax) { leave() }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { enterBlock() }
  override func visitPost(_ node: IfExprSyntax) { leave() }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { enterBlock() }
  override func visitPost(_ node: WhileStmtSyntax) { leave() }
  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { enterBlock() }
  override func visitPost(_ node: SwitchCaseSyntax) { leave() }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    defer { declare(node.pattern, .nonisolated) }
    return enterBlock()
  }
  override func visitPost(_ node: ForStmtSyntax) { leave() }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    defer {
      declare("error", .constant(.nonisolated))
      for pattern in node.catchItems.compactMap(\.pattern) { declare(pattern, .nonisolated) }
    }
    return enterBlock()
  }
  override func visitPost(_ node: CatchClauseSyntax) { leave() }

  private func enterBlock() -> SyntaxVisitorContinueKind {
    scopes.append(Scope(isolation: isolation))
    return .visitChildren
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is a member of a type.
  fileprivate var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }
}
