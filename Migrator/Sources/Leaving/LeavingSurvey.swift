import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// What decides, in other files, whether promises remain in a file.
package struct LeavingSurvey: Sendable {
  /// A use of a function that returns a promise.
  struct Use: Sendable {
    let path: String
    let line: Int
    /// Where a variable is declared that may be used instead.
    var variable: VariableIndex.Place?
  }

  var forms = FunctionForms()
  var styles: [(name: String, style: FunctionDeclaration.Style)] = []
  /// The functions that protocols require or that override others, and that return promises.
  var requirements: Set<String> = []
  /// The functions that are used as functions that return promises, by their base names.
  var uses: [String: [PromiseUses.Form: [Use]]] = [:]
  var freeFunctions: Set<String> = []
  var members: Set<String> = []
  var types: Set<String> = []
  var variables: Set<String> = []
  var variableIndex = VariableIndex()
  var objectTypes = ObjectTypes()
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
    variableIndex = VariableIndex(in: source)
    objectTypes = ObjectTypes(in: source.tree)
    declaresCancellation = source.mentions("CancellableError") || variables.contains("isCancelled")
    uses = PromiseUses.all(in: source.tree).mapValues { forms in
      forms.mapValues { $0.map { Use(path: source.path, line: source.location(of: $0).line) } }
    }
  }

  mutating func merge(_ other: LeavingSurvey) {
    forms.merge(other.forms)
    styles += other.styles
    requirements.formUnion(other.requirements)
    uses.merge(other.uses) { $0.merging($1, uniquingKeysWith: +) }
    freeFunctions.formUnion(other.freeFunctions)
    members.formUnion(other.members)
    types.formUnion(other.types)
    variables.formUnion(other.variables)
    variableIndex.merge(other.variableIndex)
    objectTypes.merge(other.objectTypes)
    declaresCancellation = declaresCancellation || other.declaresCancellation
  }
}

/// The combined surveys of all files.
package struct LeavingProgram: Sendable {
  let forms: FunctionForms
  let requirements: Set<String>
  private let uses: [String: [PromiseUses.Form: [LeavingSurvey.Use]]]
  let names: DeclaredNames
  private let variables: Set<String>
  private let variableIndex: VariableIndex
  private let objectTypes: ObjectTypes
  let declaresCancellation: Bool

  init(_ surveys: [LeavingSurvey]) {
    let all = surveys.reduce(into: LeavingSurvey()) { $0.merge($1) }
    (forms, requirements, uses) = (all.forms, all.requirements, all.uses)
    (variables, declaresCancellation) = (all.variables, all.declaresCancellation)
    (variableIndex, objectTypes) = (all.variableIndex, all.objectTypes)
    var names = DeclaredNames(promisesOf: all.styles)
    (names.functions, names.members, names.types) = (all.freeFunctions, all.members, all.types)
    self.names = names
  }

  /// Returns the uses of a function as one that returns a promise, in the order of paths and lines.
  func uses(of function: FunctionDeclaration) -> [LeavingSurvey.Use] {
    let isProperty = variables.contains(function.name)
    let found = (uses[function.name] ?? [:]).flatMap { form, uses -> [LeavingSurvey.Use] in
      guard form.fits(function), !(form.mayBeProperty && isProperty) else { return [] }
      guard let meaning = meaning(of: form, named: function.name) else { return uses }
      // The functions of other types are not visible.
      if meaning.isCertain, !meaning.types.contains(function.typeName ?? "") { return [] }
      if form.labels == nil, !form.isHandler, meaning.variable != nil, !meaning.isCallable { return [] }
      return uses.map { LeavingSurvey.Use(path: $0.path, line: $0.line, variable: meaning.variable) }
    }
    return found.sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  private func meaning(of form: PromiseUses.Form, named name: String) -> VariableIndex.Meaning? {
    // An enum case, a closure or a function may receive a trailing closure.
    let labels = form.labels.map { $0 + Array(repeating: "_", count: form.trailingClosureCount) }
    return variableIndex.meaning(
      of: name, calledWith: labels, on: form.receiver, objectTypes, functionTypes: forms.types(declaring: name))
  }
}
