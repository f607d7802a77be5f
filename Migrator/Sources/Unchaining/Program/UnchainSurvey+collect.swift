import PromiseSyntax
import SourceEditing
import SwiftSyntax

extension UnchainSurvey {
  /// Collects the types and functions of a file.
  ///
  /// - Parameters:
  ///   - isUnchained: Whether a function is expected to become async.
  init(_ source: SourceText, isUnchained: (FunctionDeclaration) -> Bool) {
    let types = TypeCollector(viewMode: .sourceAccurate)
    types.walk(source.tree)
    mainActorTypes = types.mainActorTypes
    bases = types.bases
    properties = types.properties
    nestedTypes = types.nestedTypes
    aliases = types.aliases
    declarationCounts = types.declarationCounts
    hasChains = !ChainProperties.remarks(in: source).isEmpty
    actors = types.actors
    concreteTypes = types.concreteTypes
    errorTypes = types.errorTypes
    requirements = types.requirements
    defaultQueue = DefaultQueue.choice(in: source)
    for function in FunctionDeclaration.all(in: source.tree) {
      if function.name == "get", let type = function.containers.last?.name { typesWithGet.insert(type) }
      if function.has("override"), let type = function.containers.last?.name {
        overriding[function.fullName, default: []].insert(type)
      }
      if let type = function.containers.last, type.kind == .protocol {
        requirements[type.name, default: []].insert(Overriding.requirement(function))
      }
      let identity = function.identity
      if function.style == .synchronous { synchronousFunctions.insert(identity) }
      throwing[function.name] = function.isThrowing || throwing[function.name] == true
      let isSynchronous = !function.isAsync && function.promise == nil
      if function.promise != nil { hasChains = true }
      let labels = function.parameters.map(\.firstName.text)
      // Calls leave out arguments with default values.
      let required = Array(function.parameters).filter { $0.defaultValue == nil }.map(\.firstName.text)
      let type = function.containers.last { $0.kind != .function }?.name
      if let label = labels.first, labels.count == 1 {
        self.labels["\(type ?? "").\(function.name)", default: []].insert(label)
      }
      let (form, member) = (function.form(identity), function.memberIdentity())
      let isUnchained = !isSynchronous && isUnchained(function)
      for labels in Set([labels, required]) {
        functions.append(
          Function(
            identity: identity, form: form, member: member,
            type: type, isShortened: labels.count < function.parameters.count, baseName: function.name,
            name: ProgramKnowledge.key(nil, function.name, labels, isStatic: function.isStatic),
            isAsync: function.isAsync,
            promise: function.promise.map { ($0.kind, $0.value.trimmedText) },
            synchronousResult: isSynchronous ? result(of: function) : nil,
            genericParameters: Set(function.genericParameters?.parameters.map(\.name.text) ?? []),
            isGeneric: isGeneric(function), isUnchained: isUnchained, overriding: Overriding(function)))
      }
    }
  }

  private func isGeneric(_ function: FunctionDeclaration) -> Bool {
    guard let value = function.promise?.value, let generics = function.genericParameters else { return false }
    // Also in `[Value]` and `Value?`.
    let mentioned = Set(value.tokens(viewMode: .sourceAccurate).map(\.text))
    return generics.parameters.contains { generic in
      guard mentioned.contains(generic.name.text) else { return false }
      // A parameter that mentions the type determines it.
      return !function.parameters.contains { parameter in
        parameter.defaultValue == nil
          && parameter.type.tokens(viewMode: .sourceAccurate).contains { $0.text == generic.name.text }
      }
    }
  }

  private func result(of function: FunctionDeclaration) -> String {
    let type = function.signature.returnClause?.type.trimmedText ?? "Void"
    return type == "()" ? "Void" : type
  }
}

private final class TypeCollector: SyntaxVisitor {
  var mainActorTypes: Set<String> = []
  var actors: Set<String> = []
  var concreteTypes: Set<String> = []
  var errorTypes: Set<String> = []
  var requirements: [String: Set<String>] = [:]
  var bases: [String: [String]] = [:]
  var properties: [String: [String: String]] = [:]
  var nestedTypes: Set<String> = []
  var aliases: [String: String] = [:]
  var declarationCounts: [String: Int] = [:]

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    aliases[node.name.text] = node.initializer.value.nameWithoutArguments
    return nest(node.name, in: node)
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { nest(node.name, in: node) }

  override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
    nestedTypes.insert(node.name.text)
    return .skipChildren
  }

  @discardableResult private func nest(_ name: TokenSyntax, in node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberBlockItemSyntax.self) == true { nestedTypes.insert(name.text) }
    return .visitChildren
  }

  /// `let service: Service`, `let service = Service()`
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let owner = node.parent?.parent?.parent?.parent else { return .visitChildren }
    let type =
      owner.asProtocol((any NamedDeclSyntax).self)?.name.text
      ?? owner.as(ExtensionDeclSyntax.self)?.extendedType.nameWithoutArguments
    for binding in node.bindings {
      guard let type, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
      let callee = call?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      let found =
        binding.typeAnnotation?.type.nameWithoutArguments ?? (callee?.first?.isUppercase == true ? callee : nil)
      properties[type, default: [:]][name] = found ?? ""
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let bases = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedText) ?? []
    if bases.contains(where: MainActorTypes.classes.contains) { mainActorTypes.insert(node.name.text) }
    concreteTypes.insert(node.name.text)
    nest(node.name, in: node)
    return record(node.name, node.attributes, node.inheritanceClause)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    concreteTypes.insert(node.name.text)
    nest(node.name, in: node)
    return record(node.name, node.attributes, node.inheritanceClause)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    concreteTypes.insert(node.name.text)
    nest(node.name, in: node)
    return record(node.name, node.attributes, node.inheritanceClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    // Other conformances of an extension do not matter: they do not isolate the type.
    if node.inheritanceClause?.inheritedTypes.contains(where: { $0.type.nameWithoutArguments.hasSuffix("Error") })
      == true
    {
      errorTypes.insert(node.extendedType.nameWithoutArguments)
    }
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    requirements[node.name.text] = requirements[node.name.text] ?? []
    // `where Self: Other` has the meaning of an inherited protocol.
    for requirement in node.genericWhereClause?.requirements ?? [] {
      if case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.isWritten("Self")
      {
        bases[node.name.text, default: []].append(conformance.rightType.nameWithoutArguments)
      }
    }
    return record(node.name, node.attributes, node.inheritanceClause)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    actors.insert(node.name.text)
    declarationCounts[node.name.text, default: 0] += 1
    nest(node.name, in: node)
    concreteTypes.insert(node.name.text)
    return .visitChildren
  }

  private func record(
    _ name: TokenSyntax, _ attributes: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    declarationCounts[name.text, default: 0] += 1
    bases[name.text, default: []] += inheritance?.inheritedTypes.map(\.type.nameWithoutArguments) ?? []
    if attributes.isMainActor { mainActorTypes.insert(name.text) }
    return .visitChildren
  }
}

extension FunctionDeclaration {
  /// The identity with the type of the promise: functions can differ in their results only.
  var form: String { form(identity) }

  fileprivate func form(_ identity: String) -> String {
    promise.map { "\(identity) -> \($0.kind.rawValue)<\($0.value.normalized)>" } ?? identity
  }
}

extension SyntaxProtocol {
  /// The name of a type without `any`, modules, outer types, generic arguments and the mark of an optional type.
  var nameWithoutArguments: String {
    let type = trimmedText.prefix { !"<?!".contains($0) }.split(separator: " ").last ?? ""
    return type.split(separator: ".").last.map(String.init) ?? ""
  }
}
