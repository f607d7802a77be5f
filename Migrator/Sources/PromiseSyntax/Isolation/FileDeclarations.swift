package import SwiftSyntax

/// What the declarations of a file say about the isolation of types, and the functions that the file declares.
package struct FileDeclarations: Sendable {
  /// The types that have an attribute with the name of a global actor.
  fileprivate(set) var attributed: Set<String> = []
  /// What each type inherits from and conforms to, without the names of outer types.
  fileprivate(set) var supertypes: [String: Set<String>] = [:]
  /// The functions at the top level of the file that belong to no global actor.
  fileprivate(set) var freeFunctions: Set<String> = []
  /// The functions that are members of types.
  fileprivate(set) var methods: Set<String> = []
  /// The isolated types, as far as this file shows.
  package private(set) var isolatedTypes = IsolatedTypes([])

  /// Reads a file, but not the bodies of functions.
  package init(in tree: SourceFileSyntax) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(tree)
    self = collector.declarations
    isolatedTypes = IsolatedTypes([self])
  }

  fileprivate init() {}

  /// The names of all functions that are not local to other functions.
  var functions: Set<String> { freeFunctions.union(methods) }

  /// The names of the types that the file declares.
  var types: Set<String> { Set(supertypes.keys) }

  /// Whether the file declares a function.
  func declare(_ function: CalledFunction) -> Bool {
    let isFunction = freeFunctions.contains(function.name) || methods.contains(function.name)
    guard let type = function.type else { return isFunction || supertypes[function.name] != nil }
    return isFunction && supertypes[type] != nil
  }
}

/// The types that are isolated to a global actor, as far as the declarations in several files show.
package struct IsolatedTypes: Sendable {
  private var names: Set<String> = []

  package init(_ files: [FileDeclarations]) {
    var subtypes: [String: [String]] = [:]
    for (type, supertypes) in files.lazy.flatMap(\.supertypes) {
      for supertype in supertypes { subtypes[supertype, default: []].append(type) }
    }
    var waiting = files.flatMap(\.attributed) + subtypes.keys.filter(MainActorTypes.contains)
    while let name = waiting.popLast() {
      if names.insert(name).inserted { waiting += subtypes[name] ?? [] }
    }
  }

  /// Whether the members of a type are isolated.
  package func contains(_ name: String) -> Bool { names.contains(name) || MainActorTypes.contains(name) }
}

private final class Collector: SyntaxVisitor {
  var declarations = FileDeclarations()

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.attributes, node.inheritanceClause)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.attributes, node.inheritanceClause)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.attributes, node.inheritanceClause)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node.attributes, node.inheritanceClause)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    // Actors conform to no protocol of a global actor.
    declare(node.name, [], nil)
  }

  private func declare(
    _ name: TokenSyntax, _ attributes: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    if attributes.isGlobalActor { declarations.attributed.insert(name.text) }
    declarations.supertypes[name.text, default: []]
      .formUnion(inheritance?.inheritedTypes.map(\.type.lastNameOfType) ?? [])
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberBlockItemSyntax.self) == true {
      declarations.methods.insert(node.name.text)
    } else if !node.attributes.isGlobalActor {
      declarations.freeFunctions.insert(node.name.text)
    } else {
      // Hides functions of the same name that belong to no actor.
      declarations.methods.insert(node.name.text)
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SyntaxProtocol {
  /// The name of a type without attributes, `any`, outer types, generic arguments and the mark of an optional type.
  var lastNameOfType: String {
    let type = trimmedText.prefix { !"<?!".contains($0) }.split(whereSeparator: \.isWhitespace).last ?? ""
    return type.split(separator: ".").last.map(String.init) ?? ""
  }
}
