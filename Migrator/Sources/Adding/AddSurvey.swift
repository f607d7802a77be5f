import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// The declarations of one file that the command needs to write twins in other files.
package final class AddSurvey: Sendable {
  let functions: [FunctionRecord]
  let aliases: [TypeAlias]
  /// The names of classes.
  let classes: Set<String>
  /// The names of structures and enumerations.
  let values: Set<String>
  /// The names of actors, and of protocols that only actors conform to.
  let actors: Set<String>
  /// The types that are declared as global actors.
  let globalActors: Set<String>
  /// The classes that expose their members to Objective-C.
  let objectiveCClasses: Set<String>
  /// The properties, as the names of their types and their own.
  let properties: Set<String>
  /// How modules are imported, by their names.
  let imports: [String: Set<ImportAccess>]
  /// The types that a type inherits from or conforms to.
  let inherited: [String: [String]]

  init(_ source: SourceText) {
    functions = FunctionDeclaration.allButLocal(in: source.tree).map { FunctionRecord($0) }
    let collector = DeclarationCollector(viewMode: .sourceAccurate)
    collector.walk(source.tree)
    aliases = collector.aliases
    classes = collector.classes
    values = collector.values
    actors = collector.actors
    globalActors = collector.globalActors
    objectiveCClasses = collector.objectiveCClasses
    properties = collector.properties
    inherited = collector.inherited
    imports = Dictionary(
      ImportStatement.all(in: source.tree).map { ($0.module, [ImportAccess($0)]) }, uniquingKeysWith: { $0.union($1) })
  }
}

/// Whether an import has an access modifier.
enum ImportAccess: Sendable {
  case implicit
  case explicit

  init(_ statement: ImportStatement) {
    self = statement.declaration.modifiers.isEmpty ? .implicit : .explicit
  }
}

/// Collects the declarations of types.
private final class DeclarationCollector: SyntaxVisitor {
  var aliases: [TypeAlias] = []
  var classes: Set<String> = []
  var values: Set<String> = []
  var actors: Set<String> = []
  var globalActors: Set<String> = []
  var objectiveCClasses: Set<String> = []
  var inherited: [String: [String]] = [:]
  var properties: Set<String> = []
  private var path: [String] = []

  private var container: String { path.joined(separator: ".") }

  private func enter(
    _ name: String, _ attributes: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    path.append(name)
    let types = inheritance?.inheritedTypes.map(\.type) ?? []
    inherited[container, default: []] += types.flatMap(Self.names)
    let names = attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedText }
    if names.contains("globalActor") { globalActors.insert(name) }
    if names.contains("objcMembers") { objectiveCClasses.insert(container) }
    return .visitChildren
  }

  /// The names of the types that are inherited, without generic arguments.
  private static func names(of type: TypeSyntax) -> [String] {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { names(of: $0.type) }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return names(of: attributed.baseType) }
    if let named = type.as(IdentifierTypeSyntax.self) { return [named.name.text] }
    return [type.trimmedText]
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text, node.attributes, node.inheritanceClause)
    classes.insert(container)
    return result
  }
  override func visitPost(_ node: ClassDeclSyntax) { path.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text, node.attributes, node.inheritanceClause)
    values.insert(container)
    return result
  }
  override func visitPost(_ node: StructDeclSyntax) { path.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text, node.attributes, node.inheritanceClause)
    values.insert(container)
    return result
  }
  override func visitPost(_ node: EnumDeclSyntax) { path.removeLast() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text, node.attributes, node.inheritanceClause)
    actors.insert(container)
    return result
  }
  override func visitPost(_ node: ActorDeclSyntax) { path.removeLast() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text, node.attributes, node.inheritanceClause)
    if inherited[container]?.contains("Actor") ?? false { actors.insert(container) }
    return result
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { path.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedText, node.attributes, node.inheritanceClause)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { path.removeLast() }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if let alias = TypeAlias(node, in: container) { aliases.append(alias) }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
        properties.insert("\(container).\(name)")
      }
    }
    return .skipChildren
  }

  // Other files cannot use local declarations.
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
