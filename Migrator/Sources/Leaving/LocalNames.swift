import SwiftSyntax

/// Tells whether names stand for parameters and local variables.
struct LocalNames {
  /// All names that a function declares, by the outermost function.
  private var known: [SyntaxIdentifier: Set<String>] = [:]

  /// Whether a name without a base stands for a parameter or a local variable that is visible where the name is.
  mutating func contain(_ reference: DeclReferenceExprSyntax) -> Bool {
    let name = reference.baseName.text
    var (node, outermost) = (Syntax(reference), Syntax?.none)
    while let parent = node.parent {
      if parent.isFunctionOrBlock { outermost = parent }
      node = parent
    }
    // Most names are declared nowhere in the function.
    guard let outermost, names(in: outermost).contains(name) else { return false }
    node = Syntax(reference)
    while let parent = node.parent {
      if parent.declares(name, visibleIn: node) { return true }
      node = parent
    }
    return false
  }

  private mutating func names(in function: Syntax) -> Set<String> {
    if let names = known[function.id] { return names }
    let names = DeclaredNamesCollector.names(in: function)
    known[function.id] = names
    return names
  }
}

extension Syntax {
  fileprivate var isFunctionOrBlock: Bool {
    switch self.as(SyntaxEnum.self) {
    case .codeBlock, .closureExpr, .functionDecl, .initializerDecl, .subscriptDecl, .accessorBlock, .ifExpr, .whileStmt,
      .forStmt, .switchExpr, .catchClause:
      true
    default: false
    }
  }

  /// Whether the node itself declares a local name that a child of the node sees.
  fileprivate func declares(_ name: String, visibleIn child: Syntax) -> Bool {
    switch self.as(SyntaxEnum.self) {
    case .functionDecl(let node): child.id == node.body?.id && node.signature.parameterClause.declares(name)
    case .initializerDecl(let node): child.id == node.body?.id && node.signature.parameterClause.declares(name)
    case .subscriptDecl(let node): child.id == node.accessorBlock?.id && node.parameterClause.declares(name)
    case .accessorDecl(let node): child.id == node.body?.id && node.parameterName == name
    case .closureExpr(let node): child.id == node.statements.id && node.signature?.declares(name) ?? false
    case .codeBlockItemList(let list):
      // The variables of top-level code are visible in all files.
      !(parent?.is(SourceFileSyntax.self) ?? true) && list.prefix { $0.id != child.id }.contains { $0.declares(name) }
    case .patternBindingList(let list): list.prefix { $0.id != child.id }.contains { $0.pattern.declares(name) }
    case .conditionElementList(let list): list.prefix { $0.id != child.id }.contains { $0.declares(name) }
    case .ifExpr(let node): child.id == node.body.id && node.conditions.contains { $0.declares(name) }
    case .whileStmt(let node): child.id == node.body.id && node.conditions.contains { $0.declares(name) }
    case .forStmt(let node): [node.body.id, node.whereClause?.id].contains(child.id) && node.pattern.declares(name)
    case .switchCase(let node): child.id == node.statements.id && node.label.declares(name)
    case .switchCaseItem(let node): child.id == node.whereClause?.id && node.pattern.declares(name)
    case .catchClause(let node): child.id == node.body.id && node.declares(name)
    case .catchItem(let node): child.id == node.whereClause?.id && node.pattern?.declares(name) ?? false
    default: false
    }
  }
}

extension SyntaxProtocol {
  fileprivate func declares(_ name: String) -> Bool { DeclaredNamesCollector.names(in: self).contains(name) }
}

extension CodeBlockItemSyntax {
  /// Whether the statement declares a name for those that follow.
  fileprivate func declares(_ name: String) -> Bool {
    switch item {
    case .decl(let declaration):
      if let variable = declaration.as(VariableDeclSyntax.self) {
        return variable.bindings.contains { $0.pattern.declares(name) }
      }
      guard let conditional = declaration.as(IfConfigDeclSyntax.self) else { return false }
      return conditional.clauses.contains { clause in
        clause.elements?.as(CodeBlockItemListSyntax.self)?.contains { $0.declares(name) } ?? false
      }
    case .stmt(let statement):
      return statement.as(GuardStmtSyntax.self)?.conditions.contains { $0.declares(name) } ?? false
    default: return false
    }
  }
}

extension ConditionElementSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    switch condition {
    case .optionalBinding(let binding): binding.pattern.declares(name)
    case .matchingPattern(let condition): condition.pattern.declares(name)
    default: false
    }
  }
}

extension CatchClauseSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    if catchItems.isEmpty { return name == "error" }
    return catchItems.contains { $0.pattern?.declares(name) ?? false }
  }
}

extension AccessorDeclSyntax {
  /// The name of the value that the accessor receives.
  fileprivate var parameterName: String? {
    if let parameters { return parameters.name.text }
    return switch accessorSpecifier.text {
    case "set", "willSet", "init": "newValue"
    case "didSet": "oldValue"
    default: nil
    }
  }
}

/// Collects the names of all parameters and variables in a node.
private final class DeclaredNamesCollector: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in node: some SyntaxProtocol) -> Set<String> {
    let collector = DeclaredNamesCollector(viewMode: .sourceAccurate)
    collector.walk(node)
    return collector.names
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { add(node.identifier.text) }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { add(node.name.text) }
  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind { add(node.name.text) }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add((node.secondName ?? node.firstName).text)
  }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    add((node.secondName ?? node.firstName).text)
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { add(node.parameterName) }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    add(node.catchItems.isEmpty ? "error" : nil)
  }

  private func add(_ name: String?) -> SyntaxVisitorContinueKind {
    if let name { names.insert(name) }
    return .visitChildren
  }
}
