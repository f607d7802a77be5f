import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The properties, global variables and enum cases of a program, which a name may mean instead of a function.
struct VariableIndex: Sendable {
  /// Where a variable or an enum case is declared.
  struct Place: Sendable {
    let path: String
    let line: Int
  }

  /// What a name means, as far as the types of the program tell.
  struct Meaning {
    /// The types that may declare it; the empty name stands for no type.
    var types: Set<String>
    /// The variable of this name in these types.
    var variable: Place?
    /// Whether the variable can be called.
    var isCallable = false
    /// Whether each type that the receiver may have declares the name.
    var isCertain = true
  }

  fileprivate struct Variable: Sendable {
    let place: Place
    /// The type; `nil` if it is not known.
    let type: VariableType?
  }

  /// By the type that contains the declaration, and by name. The empty name stands for no type.
  private var variables: [String: [String: Variable]] = [:]
  private var supertypes: [String: Set<String>] = [:]
  /// The types that are no other names of function types.
  private var nominalTypes: Set<String> = []
  /// The types whose values can be called.
  private var callableTypes: Set<String> = []

  init() {}

  init(in source: SourceText) {
    let collector = Collector(source)
    variables = collector.variables
    supertypes = collector.supertypes
    nominalTypes = collector.nominalTypes
    callableTypes = collector.callableTypes
  }

  mutating func merge(_ other: VariableIndex) {
    variables.merge(other.variables) { $0.merging($1) { first, _ in first } }
    supertypes.merge(other.supertypes) { $0.union($1) }
    nominalTypes.formUnion(other.nominalTypes)
    callableTypes.formUnion(other.callableTypes)
  }

  /// Returns what a name may mean.
  ///
  /// - Parameters:
  ///   - labels: The labels of the arguments; `nil` if the name is not called.
  ///   - objects: The types of variables.
  ///   - functionTypes: The types that declare functions of the name; the empty name stands for no type.
  /// - Returns: `nil` if no type that is known declares the name.
  func meaning(
    of name: String, calledWith labels: [String]?, on receiver: Receiver, _ objects: ObjectTypes,
    functionTypes: Set<String>
  ) -> Meaning? {
    func meaning(in types: Set<String>) -> Meaning? {
      let found = types.compactMap { variables[$0]?[name] }.filter { labels == nil || isCallable($0, with: labels!) }
      let first = found.min { ($0.place.path, $0.place.line) < ($1.place.path, $1.place.line) }
      guard first != nil || !types.isDisjoint(with: functionTypes) else { return nil }
      return Meaning(
        types: types, variable: first?.place, isCallable: found.contains { isCallable($0, with: labels ?? []) })
    }
    switch receiver {
    case .none(let types):
      // The innermost type that declares the name decides.
      return types.lazy.compactMap { meaning(in: family(of: $0)) }.first ?? meaning(in: [""])
    case .current(let type): return meaning(in: family(of: type))
    case .type, .variable:
      let types = objects.types(of: receiver)
      let found = types.sorted().compactMap { meaning(in: family(of: $0)) }
      guard var result = found.first(where: { $0.variable != nil }) ?? found.first else { return nil }
      result.types = found.reduce(into: []) { $0.formUnion($1.types) }
      result.isCertain = found.count == types.count
      return result
    case .implicit, .unknown: return nil
    }
  }

  private func isCallable(_ variable: Variable, with labels: [String]) -> Bool {
    switch variable.type {
    case nil: true
    case .function: labels.allSatisfy { $0 == "_" }
    case .value: false
    case .named(let type):
      callableTypes.contains(type) || !nominalTypes.contains(type) && !VariableType.isStandard(type)
    }
  }

  /// Returns a type with all types that it inherits from and conforms to.
  private func family(of type: String) -> Set<String> {
    var (family, rest): (Set<String>, [String]) = ([type], [type])
    while let next = rest.popLast() {
      for supertype in supertypes[next] ?? [] where family.insert(supertype).inserted { rest.append(supertype) }
    }
    return family
  }
}

private final class Collector: SyntaxVisitor {
  var variables: [String: [String: VariableIndex.Variable]] = [:]
  var supertypes: [String: Set<String>] = [:]
  var nominalTypes: Set<String> = []
  var callableTypes: Set<String> = []
  private let source: SourceText
  /// The types around the current node, from the outside in.
  private var types: [String] = []

  init(_ source: SourceText) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
    walk(source.tree)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier {
      add(name, VariableType(of: node))
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, node.parameterClause == nil ? .value : nil)
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "callAsFunction", let type = types.last { callableTypes.insert(type) }
    return .skipChildren
  }

  private func add(_ name: TokenSyntax, _ type: VariableType?) {
    let place = VariableIndex.Place(
      path: source.path, line: source.location(of: name.positionAfterSkippingLeadingTrivia).line)
    variables[types.last ?? "", default: [:]][name.text] = .init(place: place, type: type)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node) }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node) }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node) }
  override func visitPost(_ node: ProtocolDeclSyntax) { types.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedText.lastTypeName
    types.append(name)
    inherit(name, node.inheritanceClause)
    for requirement in node.genericWhereClause?.requirements ?? [] {
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.isWritten("Self")
      else { continue }
      supertypes[name, default: []].formUnion(conformance.rightType.names)
    }
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func enter(_ name: TokenSyntax, _ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    types.append(name.text)
    nominalTypes.insert(name.text)
    if node.attributes.contains(where: { $0.trimmedDescription.hasPrefix("@dynamicCallable") }) {
      callableTypes.insert(name.text)
    }
    inherit(name.text, node.inheritanceClause)
    return .visitChildren
  }

  private func inherit(_ type: String, _ clause: InheritanceClauseSyntax?) {
    guard let clause else { return }
    supertypes[type, default: []].formUnion(clause.inheritedTypes.flatMap { $0.type.names })
  }
}

extension TypeSyntax {
  /// All names in the type.
  fileprivate var names: [String] {
    tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier(let name) = token.tokenKind { name } else { nil }
    }
  }
}
