import PromiseSyntax
import SwiftSyntax

/// Finds tasks whose handle is discarded. Nothing can cancel them or wait for them.
final class DroppedTasks: SyntaxVisitor {
  private let finder: PlaceFinder
  private var places: [Place] = []

  static func all(in tree: SourceFileSyntax, _ finder: PlaceFinder) -> [Place] {
    let visitor = DroppedTasks(finder)
    visitor.walk(tree)
    return visitor.places
  }

  private init(_ finder: PlaceFinder) {
    self.finder = finder
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let kind = Self.kind(of: node), Self.isDropped(Syntax(node)) {
      places.append(finder.place(of: node, kind: kind))
    }
    return .visitChildren
  }

  /// Returns `Task`, `Task.detached` and the like if a call creates a task.
  private static func kind(of call: FunctionCallExprSyntax) -> String? {
    guard call.trailingClosure != nil || call.arguments.last?.label?.text == "operation" else { return nil }
    if name(of: call.calledExpression) == "Task" { return "Task" }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      name(of: base) == "Task"
    else { return nil }
    let function = member.declName.baseName.text
    if function == "init" { return "Task" }
    return ["detached", "immediate", "immediateDetached"].contains(function) ? "Task.\(function)" : nil
  }

  /// Returns the name of a type, without generic arguments and the module.
  private static func name(of expression: ExprSyntax) -> String? {
    if let generic = expression.as(GenericSpecializationExprSyntax.self) { return name(of: generic.expression) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let isQualified = ["_Concurrency", "Swift"].contains { member.base?.isWritten($0) ?? false }
      return isQualified ? member.declName.baseName.text : nil
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  private static func isDropped(_ expression: Syntax) -> Bool {
    guard let parent = expression.parent else { return false }
    switch parent.as(SyntaxEnum.self) {
    case .codeBlockItem(let item): return !item.isResult
    // `_ = Task { … }`
    case .exprList(let list):
      return list.count == 3 && list.first!.is(DiscardAssignmentExprSyntax.self) && list.last!.id == expression.id
        && list.dropFirst().first!.is(AssignmentExprSyntax.self)
    // `let _ = Task { … }`
    case .initializerClause(let clause):
      return clause.parent?.as(PatternBindingSyntax.self)?.pattern.is(WildcardPatternSyntax.self) ?? false
    case .tupleExpr, .labeledExpr, .labeledExprList:
      // Parentheses around one expression change nothing.
      guard
        let tuple = expression.firstParent(where: {
          !$0.is(LabeledExprSyntax.self) && !$0.is(LabeledExprListSyntax.self)
        })?
        .as(TupleExprSyntax.self), tuple.elements.count == 1
      else { return false }
      return isDropped(Syntax(tuple))
    default: return false
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement is the result of what contains it, without `return`.
  fileprivate var isResult: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let block = list.parent else {
      return false
    }
    if let closure = block.as(ClosureExprSyntax.self) { return closure.returnsValue }
    if let accessors = block.as(AccessorBlockSyntax.self) {
      return accessors.parent?.is(PatternBindingSyntax.self) ?? false
        || accessors.parent?.is(SubscriptDeclSyntax.self) ?? false
    }
    if let block = block.as(SwitchCaseSyntax.self) {
      return block.firstParent(SwitchExprSyntax.self)?.isResult ?? false
    }
    guard let body = block.as(CodeBlockSyntax.self), let owner = body.parent else { return false }
    switch owner.as(SyntaxEnum.self) {
    case .functionDecl(let function): return function.signature.returnClause.map { !$0.type.isVoid } ?? false
    case .accessorDecl(let accessor): return accessor.accessorSpecifier.text == "get"
    case .ifExpr(let expression): return expression.isResult
    default: return false
    }
  }
}

extension SyntaxProtocol {
  fileprivate func firstParent<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    Syntax(self).firstParent { $0.is(type) }?.as(type)
  }

  /// Whether an `if` or a `switch` is the result of what contains it, is assigned, or is returned.
  fileprivate var isResult: Bool {
    guard let parent else { return false }
    if let outer = parent.as(IfExprSyntax.self) { return outer.isResult }
    if let statement = parent.as(ExpressionStmtSyntax.self) { return statement.isResult }
    if let item = parent.as(CodeBlockItemSyntax.self) { return item.isResult }
    return true
  }
}

extension ClosureExprSyntax {
  /// Functions that keep what their closure returns.
  private static let transforms: Set<String> = ["map", "compactMap", "flatMap", "reduce", "mapValues", "withLock"]

  /// Whether a single expression in the closure is returned, as far as the syntax tells.
  fileprivate var returnsValue: Bool {
    if let type = signature?.returnClause?.type { return !type.isVoid }
    let argument = Syntax(self).firstParent {
      !$0.is(LabeledExprSyntax.self) && !$0.is(LabeledExprListSyntax.self)
    }
    guard let call = argument?.as(FunctionCallExprSyntax.self) else { return false }
    // A closure that is called at once, as in `lazy var task = { Task { … } }()`.
    if call.calledExpression.id == ExprSyntax(self).id { return !(call.parent?.is(CodeBlockItemSyntax.self) ?? true) }
    return call.calledName.map(Self.transforms.contains) ?? false
  }
}

extension TypeSyntax {
  fileprivate var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(trimmedText) }
}
