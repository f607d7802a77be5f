import PromiseSyntax
import SwiftSyntax

/// Finds the calls that block their thread until a promise, a semaphore or a group is done.
final class BlockingWaits: SyntaxVisitor {
  private let finder: PlaceFinder
  private let types: WaitingTypes
  private var places: [Place] = []

  static func all(in tree: SourceFileSyntax, _ finder: PlaceFinder) -> [Place] {
    let types = WaitingTypes(viewMode: .sourceAccurate)
    types.walk(tree)
    let visitor = BlockingWaits(finder, types)
    visitor.walk(tree)
    return visitor.places
  }

  private init(_ finder: PlaceFinder, _ types: WaitingTypes) {
    self.finder = finder
    self.types = types
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let kind = kind(of: node), !ExprSyntax(node).isAwaited { places.append(finder.place(of: node, kind: kind)) }
    return .visitChildren
  }

  private func kind(of call: FunctionCallExprSyntax) -> String? {
    guard call.trailingClosure == nil, let name = call.calledName else { return nil }
    let labels = call.arguments.map { $0.label?.text }
    switch name {
    case "hang", "awaitPromise":
      // Members of that name are other functions, except for the full name in a module.
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedText
      guard base == nil || Self.modules.contains(base!), labels == [nil] else { return nil }
      return name
    case "wait":
      guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
        labels.isEmpty || labels == ["timeout"] || labels == ["wallTimeout"]
      else { return nil }
      if let type = types.type(of: base) { return "\(type).wait" }
      return labels.isEmpty ? "wait" : "wait(\(labels[0]!):)"
    default: return nil
    }
  }

  private static let modules: Set<String> = [
    "PromiseKit", "Promises", "PromiseTesting", "GooglePromisesVocabulary",
  ]
}

/// The names of a file that are semaphores and groups.
private final class WaitingTypes: SyntaxVisitor {
  private var types: [String: String] = [:]

  /// Returns the type of the last name of an expression, such as `semaphore` in `self.semaphore`.
  func type(of expression: ExprSyntax) -> String? {
    if let call = expression.as(FunctionCallExprSyntax.self) { return Self.type(call.calledExpression) }
    if let chain = expression.as(OptionalChainingExprSyntax.self) { return type(of: chain.expression) }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) { return type(of: unwrapped.expression) }
    if let member = expression.as(MemberAccessExprSyntax.self) { return types[member.declName.baseName.text] }
    return expression.as(DeclReferenceExprSyntax.self).flatMap { types[$0.baseName.text] }
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let call = node.initializer?.value.as(FunctionCallExprSyntax.self)
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      types[name] = Self.type(node.typeAnnotation?.type) ?? Self.type(call?.calledExpression) ?? types[name]
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    types[name] = Self.type(node.type) ?? types[name]
    return .visitChildren
  }

  private static func type(_ syntax: (some SyntaxProtocol)?) -> String? {
    let words = syntax?.tokens(viewMode: .sourceAccurate).map(\.text) ?? []
    return ["DispatchSemaphore", "DispatchGroup"].first(where: words.contains)
  }
}

extension FunctionCallExprSyntax {
  /// The name of the function that is called, without what it is called on.
  var calledName: String? {
    calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
