import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// What decides, in other files, whether promises remain in a file.
package struct LeavingSurvey: Sendable {
  /// A use of a function that returns a promise.
  struct Use: Sendable {
    let path: String
    let line: Int
  }

  var forms = FunctionForms()
  var styles: [(name: String, style: FunctionDeclaration.Style)] = []
  /// The functions that protocols require, and that return promises.
  var requirements: Set<String> = []
  /// The functions that are used as functions that return promises, by their base names.
  var uses: [String: [PromiseUses.Form: Use]] = [:]
  var freeFunctions: Set<String> = []
  var members: Set<String> = []
  var types: Set<String> = []

  init() {}

  init(_ source: SourceText) {
    guard !CopiedFiles.contain(source) else { return }
    let functions = FunctionDeclaration.all(in: source.tree)
    forms = FunctionForms(functions)
    for function in functions {
      styles.append((function.name, function.style))
      if function.promise != nil, function.body == nil { requirements.insert(function.name) }
      guard DeclaredNames.canHideFunction(function.name) else { continue }
      if function.containers.isEmpty { freeFunctions.insert(function.name) } else { members.insert(function.name) }
    }
    types = DeclaredTypes.all(in: source.tree).filter(DeclaredNames.canHideType)
    uses = PromiseUses.all(in: source.tree).mapValues { forms in
      forms.mapValues { Use(path: source.path, line: source.location(of: $0).line) }
    }
  }

  mutating func merge(_ other: LeavingSurvey) {
    forms.merge(other.forms)
    styles += other.styles
    requirements.formUnion(other.requirements)
    uses.merge(other.uses) { $0.merging($1) { first, _ in first } }
    freeFunctions.formUnion(other.freeFunctions)
    members.formUnion(other.members)
    types.formUnion(other.types)
  }
}

/// The combined surveys of all files.
package struct LeavingProgram: Sendable {
  let forms: FunctionForms
  let requirements: Set<String>
  private let uses: [String: [PromiseUses.Form: LeavingSurvey.Use]]
  let names: DeclaredNames

  init(_ surveys: [LeavingSurvey]) {
    let all = surveys.reduce(into: LeavingSurvey()) { $0.merge($1) }
    (forms, requirements, uses) = (all.forms, all.requirements, all.uses)
    var names = DeclaredNames(promisesOf: all.styles)
    (names.functions, names.members, names.types) = (all.freeFunctions, all.members, all.types)
    self.names = names
  }

  /// Returns the first use of a function as one that returns a promise.
  func use(of function: FunctionDeclaration) -> LeavingSurvey.Use? {
    let found = uses[function.name]?.filter { $0.key.fits(function) }.values
    return found?.min { ($0.path, $0.line) < ($1.path, $1.line) }
  }
}

private final class DeclaredTypes: SyntaxVisitor {
  private var names: Set<String> = []

  static func all(in tree: SourceFileSyntax) -> Set<String> {
    let visitor = DeclaredTypes(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.names
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    names.insert(name.text)
    return .visitChildren
  }
}
