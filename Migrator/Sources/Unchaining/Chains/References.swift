import PromiseSyntax
import SwiftSyntax

/// Where names are used and declared.
enum References {
  /// A use of a name, such as `user` in `user.name`, but not `name`.
  struct Use {
    let name: String
    let token: TokenSyntax
  }

  /// Returns the uses of variables and functions in a node, in order. Members and labels do not count.
  static func uses(in node: some SyntaxProtocol) -> [Use] {
    let collector = UseCollector(viewMode: .sourceAccurate)
    collector.walk(node)
    return collector.uses
  }

  /// Returns the names that patterns and parameters in a node declare, closures included.
  static func declaredNames(in node: some SyntaxProtocol) -> [String] {
    let collector = DeclarationCollector(viewMode: .sourceAccurate)
    collector.walk(node)
    return collector.names
  }

  /// Returns the names that the statements themselves declare, not including nested blocks.
  static func declaredNames(at statements: CodeBlockItemListSyntax) -> [String] {
    statements.flatMap { item -> [String] in
      switch item.item {
      case .decl(let declaration):
        if let variable = declaration.as(VariableDeclSyntax.self) {
          return variable.bindings.flatMap { declaredNames(in: $0.pattern) }
        }
        return declaration.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
      case .stmt(let statement):
        guard let statement = statement.as(GuardStmtSyntax.self) else { return [] }
        return statement.conditions.flatMap { condition -> [String] in
          switch condition.condition {
          case .optionalBinding(let binding): declaredNames(in: binding.pattern)
          case .matchingPattern(let pattern): declaredNames(in: pattern.pattern)
          default: []
          }
        }
      case .expr: return []
      }
    }
  }

  /// Returns the names of the functions and types that statements declare.
  static func hoistedNames(at statements: CodeBlockItemListSyntax) -> Set<String> {
    Set(statements.compactMap { $0.item.asProtocol((any NamedDeclSyntax).self)?.name.text })
  }

  /// The number of anonymous parameters that a closure uses: 2 if `$1` is the last one.
  ///
  /// - Parameter uses: The uses in the closure.
  static func dollarCount(in closure: ClosureExprSyntax, _ uses: [Use]) -> Int {
    uses.compactMap { use in
      guard use.name.hasPrefix("$"), let index = Int(use.name.dropFirst()) else { return nil }
      return owner(ofDollarAt: use.token) == closure.id ? index + 1 : nil
    }.max() ?? 0
  }

  /// Returns the closure that an anonymous parameter belongs to.
  static func owner(ofDollarAt token: TokenSyntax) -> SyntaxIdentifier? {
    var node = Syntax(token).parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self), closure.signature?.parameterClause == nil {
        return closure.id
      }
      node = current.parent
    }
    return nil
  }

  /// Whether a node contains a chain. Operators that collections also have do not count.
  static func startsChain(in node: some SyntaxProtocol) -> Bool {
    let finder = ChainFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  /// Whether a call begins a chain, or calls an operator that only promises have.
  static func isStart(_ call: FunctionCallExprSyntax) -> Bool {
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    let isOperator = member.map { $0.base != nil && ownOperators.contains($0.declName.baseName.text) } ?? false
    return isOperator || call.calledExpression.isWritten("firstly")
  }

  /// The operators that only promises have.
  static let ownOperators: Set<String> = [
    "then", "done", "catch", "ensure", "recover", "tap", "cauterize", "finally", "always", "pipe",
  ]

  /// Whether a node contains a member of an expression, as in `user.name`.
  static func hasMember(in node: some SyntaxProtocol) -> Bool {
    let finder = MemberFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  /// Whether a node contains a call, a closure or an assignment.
  static func hasCall(in node: some SyntaxProtocol) -> Bool {
    let finder = CallFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }
}

extension References {
  /// Returns the first assignment in statements that return nothing, not including nested closures.
  static func assignment(in statements: CodeBlockItemListSyntax) -> AssignmentExprSyntax? {
    let finder = AssignmentFinder(viewMode: .sourceAccurate)
    for statement in statements where statement.item.id != statements.last?.item.id || statements.count > 1 {
      finder.walk(statement)
    }
    return finder.found
  }
}

extension References.Use {
  /// Reads a name, unless it is the name of a member.
  init?(_ node: DeclReferenceExprSyntax) {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    guard !isMember, node.parent?.is(KeyPathPropertyComponentSyntax.self) != true else { return nil }
    self.init(name: node.baseName.text, token: node.baseName)
  }

  /// `if let user {` uses the name that it declares.
  init?(_ node: OptionalBindingConditionSyntax) {
    guard node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return nil
    }
    self.init(name: name.text, token: name)
  }

  /// `[user] in` uses the name.
  init?(_ node: ClosureCaptureSyntax) {
    guard node.initializer == nil else { return nil }
    self.init(name: node.name.text, token: node.name)
  }
}

private final class AssignmentFinder: SyntaxVisitor {
  var found: AssignmentExprSyntax?

  override func visit(_ node: AssignmentExprSyntax) -> SyntaxVisitorContinueKind {
    found = found ?? node
    return .skipChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

private final class UseCollector: SyntaxVisitor {
  var uses: [References.Use] = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if let use = References.Use(node) { uses.append(use) }
    return .visitChildren
  }
}

private final class DeclarationCollector: SyntaxVisitor {
  var names: [String] = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.name.text)
    return .visitChildren
  }
}

private final class CallFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: AssignmentExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind { find() }

  private func find() -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}

private final class ChainFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if References.isStart(node) { found = true }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

private final class MemberFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base != nil { found = true }
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}
