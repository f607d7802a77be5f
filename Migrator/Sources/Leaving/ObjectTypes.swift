import SwiftSyntax

/// The types of variables and parameters, by their names, as far as they are written.
struct ObjectTypes: Sendable {
  /// The empty name stands for a type that is not known.
  private var types: [String: Set<String>] = [:]

  init() {}

  init(in tree: SourceFileSyntax) {
    let collector = TypeCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    types = collector.types
  }

  mutating func merge(_ other: ObjectTypes) { types.merge(other.types) { $0.union($1) } }

  /// Returns the possible types of what a function is called on. The result is empty if they are not known.
  func types(of receiver: Receiver) -> Set<String> {
    switch receiver {
    case .type(let name): return [name]
    case .variable(let name):
      let found = types[name] ?? []
      return found.contains("") ? [] : found
    default: return []
    }
  }
}

private final class TypeCollector: SyntaxVisitor {
  var types: [String: Set<String>] = [:]

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return .visitChildren }
    let call = node.initializer?.value.as(FunctionCallExprSyntax.self)
    let created = call?.freeName.flatMap { $0.first?.isUppercase == true ? $0 : nil }
    types[name, default: []].insert(node.typeAnnotation.map { Self.name(of: $0.type) } ?? created ?? "")
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    types[(node.secondName ?? node.firstName).text, default: []].insert(Self.name(of: node.type))
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    types[node.name.text, default: []].insert("")
    return .skipChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = (node.secondName ?? node.firstName).text
    types[name, default: []].insert(node.type.map(Self.name) ?? "")
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    let name = node.identifier.text
    // An optional that is unwrapped under its own name has the type that is written elsewhere.
    if let binding = node.parent?.as(OptionalBindingConditionSyntax.self) {
      let value = binding.initializer?.value
      let member = value?.as(MemberAccessExprSyntax.self)?.declName ?? value?.as(DeclReferenceExprSyntax.self)
      if value == nil || member?.baseName.text == name { return .skipChildren }
    }
    if node.parent?.is(PatternBindingSyntax.self) != true { types[name, default: []].insert("") }
    return .skipChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer != nil { types[node.name.text, default: []].insert("") }
    return .visitChildren
  }

  /// Returns the last name of a type, without `any`, generic arguments and marks.
  private static func name(of type: TypeSyntax) -> String {
    if let optional = type.as(OptionalTypeSyntax.self) { return name(of: optional.wrappedType) }
    if let some = type.as(SomeOrAnyTypeSyntax.self) { return name(of: some.constraint) }
    if let attributed = type.as(AttributedTypeSyntax.self) { return name(of: attributed.baseType) }
    return type.as(IdentifierTypeSyntax.self)?.name.text ?? type.as(MemberTypeSyntax.self)?.name.text ?? ""
  }
}
