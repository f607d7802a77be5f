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
  /// The functions that protocols require or that override others, and that return promises.
  var requirements: Set<String> = []
  /// The functions that are used as functions that return promises, by their base names.
  var uses: [String: [PromiseUses.Form: Use]] = [:]
  var freeFunctions: Set<String> = []
  var members: Set<String> = []
  var types: Set<String> = []
  var variables: Set<String> = []
  /// Whether errors of the program may say themselves that they stand for a cancellation.
  var declaresCancellation = false

  init() {}

  init(_ source: SourceText) {
    guard !CopiedFiles.contain(source) else { return }
    let functions = FunctionDeclaration.all(in: source.tree)
    forms = FunctionForms(functions)
    for function in functions {
      styles.append((function.name, function.style))
      if function.promise != nil, function.body == nil || function.has("override") {
        requirements.insert(function.name)
      }
      guard DeclaredNames.canHideFunction(function.name) else { continue }
      if function.containers.isEmpty { freeFunctions.insert(function.name) } else { members.insert(function.name) }
    }
    let declared = DeclaredVariables(in: source.tree)
    types = declared.types.filter(DeclaredNames.canHideType)
    variables = declared.variables
    declaresCancellation = source.mentions("CancellableError") || variables.contains("isCancelled")
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
    variables.formUnion(other.variables)
    declaresCancellation = declaresCancellation || other.declaresCancellation
  }
}

/// The combined surveys of all files.
package struct LeavingProgram: Sendable {
  let forms: FunctionForms
  let requirements: Set<String>
  private let uses: [String: [PromiseUses.Form: LeavingSurvey.Use]]
  let names: DeclaredNames
  private let variables: Set<String>
  let declaresCancellation: Bool

  init(_ surveys: [LeavingSurvey]) {
    let all = surveys.reduce(into: LeavingSurvey()) { $0.merge($1) }
    (forms, requirements, uses) = (all.forms, all.requirements, all.uses)
    (variables, declaresCancellation) = (all.variables, all.declaresCancellation)
    var names = DeclaredNames(promisesOf: all.styles)
    (names.functions, names.members, names.types) = (all.freeFunctions, all.members, all.types)
    self.names = names
  }

  /// Returns the first use of a function as one that returns a promise.
  func use(of function: FunctionDeclaration) -> LeavingSurvey.Use? {
    let isProperty = variables.contains(function.name)
    let found = uses[function.name]?.filter { $0.key.fits(function) && !($0.key.mayBeProperty && isProperty) }.values
    return found?.min { ($0.path, $0.line) < ($1.path, $1.line) }
  }
}
