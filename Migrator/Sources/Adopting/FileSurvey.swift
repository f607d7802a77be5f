import PromiseSyntax

/// The facts about a file that other files and the manifest depend on.
package struct FileSurvey: Sendable {
  let path: String
  /// The names of the imported modules.
  var imports: Set<String> = []
  /// Whether the file re-exports the library.
  var reexportsOrigin = false
  /// Whether the file uses parts of the library that have no counterpart, and therefore keeps its import.
  var keepsOrigin = false
  /// The names of the library that the file declares itself, such as `Promise` or `Result`.
  var declaredNames: Set<String> = []
  /// The enumerations with the same cases as PromiseKit's `Result`.
  var outcomes: [OwnOutcome] = []
  /// The names of the types that conform to `Error`.
  var errorTypes: Set<String> = []
  /// The functions that have PromiseKit's namespace as their first parameter, such as `dataTask(_:with:)`.
  var namespacedFunctions: Set<String> = []
  /// Whether the file declares a method `validate()` in an extension of `Promise`.
  var declaresValidate = false
  /// The types and functions of the file, and what it says about their isolation.
  var declarations: FileDeclarations
  var uses = Uses()

  /// An enumeration with a case `fulfilled` or `rejected`.
  struct OwnOutcome: Hashable {
    let name: String
    /// The name of the outermost type that contains the enumeration, or its own.
    let outermostName: String
    /// Whether there are no other cases.
    let hasTwoCases: Bool
  }

  /// The names of the library that a file uses.
  struct Uses {
    /// The first arguments `.promise`: the names of the functions that are called with one.
    var namespacedCalls: Set<String> = []
    /// Whether PromiseKit's additions to Foundation are used, for notifications, the life of objects or responses.
    var foundation = false
    /// Whether `validate()` is called, which may also be Alamofire's.
    var validate = false
    /// Whether `hang(_:)`, `waitForPromises(timeout:)` or `DispatchGroup.promises` is used.
    var testing = false
    /// Types and functions of the library, such as `Promise` and `firstly`.
    var names: Set<String> = []
    /// Whether the file contains a chain of operators that only promises have.
    var chain = false
    /// Whether a condition `canImport` names the module.
    var canImport = false
  }
}

/// The combined facts about the files of a project.
struct Project {
  var hasOrigin = false
  var reexportsOrigin = false
  var declaredNames: Set<String> = []
  var outcomes: Set<FileSurvey.OwnOutcome> = []
  var hasOutcomeOfTwoCases = false
  var errorTypes: Set<String> = []
  var namespacedFunctions: Set<String> = []
  var declaresValidate = false
  let isolatedTypes: IsolatedTypes
  let modules: ModuleDeclarations

  init(_ surveys: [FileSurvey], origin: Origin) {
    isolatedTypes = IsolatedTypes(surveys.map(\.declarations))
    modules = ModuleDeclarations(surveys.map { ($0.path, $0.declarations) })
    for survey in surveys {
      if survey.imports.contains(where: origin.isOwn) { hasOrigin = true }
      if survey.reexportsOrigin { reexportsOrigin = true }
      if survey.declaresValidate { declaresValidate = true }
      declaredNames.formUnion(survey.declaredNames)
      outcomes.formUnion(survey.outcomes)
      if survey.outcomes.contains(where: \.hasTwoCases) { hasOutcomeOfTwoCases = true }
      errorTypes.formUnion(survey.errorTypes)
      namespacedFunctions.formUnion(survey.namespacedFunctions)
    }
  }
}
