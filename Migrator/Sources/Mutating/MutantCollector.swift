import SourceEditing
import SwiftSyntax

/// Collects the mutants of a file.
///
/// The collector reads only the syntax, so a mutant may not compile. The script that builds the mutants discards those
/// that do not.
final class MutantCollector: SyntaxVisitor {
  private let source: SourceText
  private let module: String
  private let comments: MutantComments
  private let lines: SourceLocationConverter
  private var mutants: [Mutant] = []
  /// The functions, properties, initializers and closures around the current node, the innermost last.
  private var functions: [FunctionScope] = []

  /// Returns the mutants of a file, in source order.
  static func mutants(of source: SourceText, module: String) -> [Mutant] {
    let collector = MutantCollector(source, module: module)
    collector.walk(source.tree)
    return collector.mutants.sorted { ($0.start, $1.length) < ($1.start, $0.length) }
  }

  private init(_ source: SourceText, module: String) {
    self.source = source
    self.module = module
    comments = MutantComments(of: source.text)
    lines = SourceLocationConverter(fileName: source.path, tree: source.tree)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Adding mutants

  /// Adds a mutant that replaces an expression with another one.
  private func replace(_ node: some SyntaxProtocol, _ kind: MutationOperator, with other: String) {
    surround(node, kind, "(\(Mutant.condition) ? \(other) : (", "))", shownAs: other)
  }

  /// Adds a mutant that inserts text before and after a node.
  private func surround(
    _ node: some SyntaxProtocol, _ kind: MutationOperator, _ before: String, _ after: String,
    shownAs replacement: String
  ) {
    add(
      kind, from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia,
      replacement: replacement,
      [
        (node.positionAfterSkippingLeadingTrivia, before, .before),
        (node.endPositionBeforeTrailingTrivia, after, .after),
      ])
  }

  private func add(
    _ kind: MutationOperator, from start: AbsolutePosition, to end: AbsolutePosition, replacement: String,
    _ insertions: [(AbsolutePosition, String, Mutant.Insertion.Place)]
  ) {
    let (first, last) = (lines.location(for: start), lines.location(for: end))
    let code = text(from: start, to: end)
    guard code != replacement else { return }
    mutants.append(
      Mutant(
        module: module, path: source.path, line: first.line, column: first.column, lastLine: last.line,
        lastColumn: last.column, mutationOperator: kind, original: onOneLine(code), replacement: onOneLine(replacement),
        function: functions.last?.name ?? "", exemption: comments.exemption(of: kind, line: first.line),
        start: start.utf8Offset, length: end.utf8Offset - start.utf8Offset,
        insertions: insertions.map { Mutant.Insertion(offset: $0.utf8Offset, text: $1, place: $2) }))
  }

  // MARK: - Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    // The condition of a ternary operator begins at the start of the sequence, or after an assignment operator.
    if let ternary = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }), ternary > 0 {
      let first = (elements[..<ternary].lastIndex { $0.is(AssignmentExprSyntax.self) } ?? -1) + 1
      if first < ternary { negate(from: elements[first], to: elements[ternary - 1]) }
    }
    for comparison in Comparison.all(in: elements) {
      surround(comparison, from: elements)
    }
    return .visitChildren
  }

  private func negate(_ condition: ExprSyntax) { negate(from: condition, to: condition) }

  private func negate(from first: ExprSyntax, to last: ExprSyntax) {
    let start = first.positionAfterSkippingLeadingTrivia
    let end = last.endPositionBeforeTrailingTrivia
    let code = text(from: start, to: end)
    add(
      .negate, from: start, to: end, replacement: "!(\(code))",
      [(start, "(\(Mutant.condition) != (", .before), (end, "))", .after)])
  }

  private func surround(_ comparison: Comparison, from elements: [ExprSyntax]) {
    let start = elements[comparison.operands.lowerBound].positionAfterSkippingLeadingTrivia
    let end = elements[comparison.operands.upperBound - 1].endPositionBeforeTrailingTrivia
    let operation = elements[comparison.index]
    let left = text(from: start, to: operation.positionAfterSkippingLeadingTrivia)
    let right = text(from: operation.endPositionBeforeTrailingTrivia, to: end)
    guard !(left + right).contains(where: { $0.isNewline || $0 == "{" || $0 == "#" }) else { return }
    let replacement = left + comparison.replacement + right
    add(
      .boundary, from: start, to: end, replacement: replacement,
      [(start, "(\(Mutant.condition) ? \(replacement) : (", .before), (end, "))", .after)])
  }

  // MARK: - Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item, isDroppable(expression, in: node) else { return .visitChildren }
    surround(node.item, .drop, "if !\(Mutant.condition) { ", " }", shownAs: "")
    return .visitChildren
  }

  private func isDroppable(_ expression: ExprSyntax, in item: CodeBlockItemSyntax) -> Bool {
    if let scope = functions.last, scope.returnsValue, scope.isOnlyStatement(item) { return false }
    var expression = expression
    while true {
      if let inner = expression.as(TryExprSyntax.self) {
        expression = inner.expression
      } else if let inner = expression.as(AwaitExprSyntax.self) {
        expression = inner.expression
      } else if let inner = expression.as(OptionalChainingExprSyntax.self) {
        expression = inner.expression
      } else {
        break
      }
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return !isCheck(call) && !isInitialization(call) }
    guard let sequence = expression.as(SequenceExprSyntax.self) else { return false }
    let elements = Array(sequence.elements)
    guard elements.count > 1 else { return false }
    if elements[1].is(AssignmentExprSyntax.self) {
      let isProperty = elements[0].is(DeclReferenceExprSyntax.self) || elements[0].trimmedDescription.hasPrefix("self")
      return !(functions.last?.isInitializer == true && isProperty)
    }
    return elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") ?? false
  }

  /// Whether a call traps on a programmer error. Its condition is mutated, but the call is not dropped.
  private func isCheck(_ call: FunctionCallExprSyntax) -> Bool {
    let names = [
      "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "withExtendedLifetime",
      "_fixLifetime",
    ]
    return names.contains(call.calledExpression.trimmedDescription)
  }

  private func isInitialization(_ call: FunctionCallExprSyntax) -> Bool {
    ["super.init", "self.init"].contains(call.calledExpression.trimmedDescription)
  }

  // MARK: - Values

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard isValue(node), let value = Int(node.literal.text.filter { $0 != "_" }) else { return .skipChildren }
    replace(node, .constant, with: "\(value + 1)")
    return .skipChildren
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard isValue(node), let value = Double(node.literal.text.filter { $0 != "_" }) else { return .skipChildren }
    replace(node, .constant, with: "\(value * 2 + 1)")
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard isValue(node) else { return .skipChildren }
    let isTrue = node.literal.tokenKind == .keyword(.true)
    surround(
      node, .boolean, "(\(Mutant.condition) != ", ")", shownAs: isTrue ? "false" : "true")
    return .skipChildren
  }

  /// Whether a literal is a value, rather than part of a pattern, a macro or a raw value.
  private func isValue(_ node: some ExprSyntaxProtocol) -> Bool {
    guard let parent = node.parent else { return false }
    return !parent.is(ExpressionPatternSyntax.self) && !(parent.parent?.is(EnumCaseElementSyntax.self) ?? false)
      && !parent.is(PrefixOperatorExprSyntax.self)
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    // The labels of the optional parameters in this package.
    let optional = [
      "on", "context", "isolation", "priority", "name", "progress", "observer", "source", "cause", "queue",
    ]
    if let label = node.label?.text, optional.contains(label), !node.expression.is(NilLiteralExprSyntax.self) {
      replace(node.expression, .none, with: "nil")
    } else if node.label?.text == "flags" {
      replace(node.expression, .none, with: "[]")
    }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression, let scope = functions.last, scope.hasBody {
      mutateResult(expression, scope)
    }
    return .visitChildren
  }

  private func mutateResult(_ expression: ExprSyntax, _ scope: FunctionScope) {
    guard !expression.is(NilLiteralExprSyntax.self), !expression.is(BooleanLiteralExprSyntax.self) else { return }
    if scope.returnsOptional { replace(expression, .none, with: "nil") }
    if scope.returnsBool { negate(expression) }
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let opposites = [
      "cancel": "spare", "spare": "cancel", "forward": "leave", "leave": "forward",
      "allErrors": "allErrorsExceptCancellation",
      "allErrorsExceptCancellation": "allErrors",
    ]
    if node.base == nil, !(node.parent?.is(FunctionCallExprSyntax.self) ?? false),
      !(node.parent?.is(ExpressionPatternSyntax.self) ?? false),
      let opposite = opposites[node.declName.baseName.text]
    {
      replace(node, .policy, with: ".\(opposite)")
    }
    return .visitChildren
  }

  // MARK: - Functions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    functions.append(FunctionScope(node))
    if node.body != nil { mutateResult(of: functions.last!) }
    if let body = node.body, let sibling = Sibling(of: node) {
      let start = body.leftBrace.endPositionBeforeTrailingTrivia
      add(
        .sibling, from: node.funcKeyword.positionAfterSkippingLeadingTrivia, to: body.leftBrace.position,
        replacement: "the body of line \(lines.location(for: sibling.position).line)",
        [(start, " if \(Mutant.condition) { \(sibling.body) };", .before)] + functions.last!.insertedReturn)
    }
    if let body = node.body { ignoreParameters(of: node.signature, in: body) }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) { functions.removeLast() }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    functions.append(FunctionScope(node))
    if let body = node.body { ignoreParameters(of: node.signature, in: body) }
    return .visitChildren
  }

  override func visitPost(_ node: InitializerDeclSyntax) { functions.removeLast() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard node.accessorBlock != nil else { return .visitChildren }
    functions.append(FunctionScope(node))
    mutateResult(of: functions.last!)
    return .visitChildren
  }

  override func visitPost(_ node: PatternBindingSyntax) {
    if node.accessorBlock != nil { functions.removeLast() }
  }

  /// A closure is a scope of its own, because its `return` statements leave only the closure.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    functions.append(FunctionScope(closure: node, in: functions.last))
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { functions.removeLast() }

  /// Mutates the only expression of a body, which is its result.
  private func mutateResult(of scope: FunctionScope) {
    if scope.returnsValue, let only = scope.onlyExpression { mutateResult(only, scope) }
  }

  private func ignoreParameters(of signature: FunctionSignatureSyntax, in body: CodeBlockSyntax) {
    for parameter in signature.parameterClause.parameters {
      let name = (parameter.secondName ?? parameter.firstName).text
      // A parameter of type `Never` or `Void` only distinguishes overloads. A metatype parameter has only one value.
      guard let value = parameter.defaultValue?.value.trimmedDescription, name != "_", !value.hasPrefix("#"),
        !value.hasSuffix(".self"), !["Never", "Void"].contains(where: parameter.type.trimmedDescription.contains)
      else { continue }
      let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      let start = body.leftBrace.endPositionBeforeTrailingTrivia
      add(
        .ignore, from: parameter.positionAfterSkippingLeadingTrivia, to: parameter.endPositionBeforeTrailingTrivia,
        replacement: "always \(value)",
        [(start, " let \(name): \(type.trimmedDescription) = \(Mutant.condition) ? \(value) : \(name);", .before)]
          + functions.last!.insertedReturn)
    }
  }

  // MARK: - Exemptions

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    // This system cannot test code for other systems or compilers.
    for clause in node.clauses {
      let isActive = isActive(clause.condition?.trimmedDescription)
      if let elements = clause.elements, isActive != false { walk(elements) }
      if isActive == true { break }
    }
    return .skipChildren
  }

  /// Whether a tested build compiles the code under a condition, or `nil` if the condition does not tell.
  private func isActive(_ condition: String?) -> Bool? {
    guard let condition else { return true }
    #if canImport(Darwin)
      let others = ["canImport(Glibc)", "canImport(Musl)", "os(Linux)", "canImport(FoundationNetworking)"]
    #else
      let others = [
        "canImport(Darwin)", "canImport(ObjectiveC)", "os(macOS)", "os(iOS)", "canImport(Combine)",
        "!canImport(FoundationNetworking)",
      ]
    #endif
    if others.contains(where: condition.hasPrefix) { return false }
    if condition.contains("&&") || condition.contains("||") { return nil }
    return condition == "DEBUG" || condition.hasPrefix("compiler(>=") ? true : nil
  }

  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: - Text

  private func text(from start: AbsolutePosition, to end: AbsolutePosition) -> String {
    let utf8 = source.text.utf8
    return String(
      decoding: utf8.dropFirst(start.utf8Offset).prefix(end.utf8Offset - start.utf8Offset), as: UTF8.self)
  }

  private func onOneLine(_ code: String) -> String {
    code.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
