/// What other files and the manifest need to know about a file.
package struct FileSurvey: Sendable {
  let path: String
  /// The names of the imported modules.
  var imports: Set<String> = []
  /// Whether the file re-exports the library.
  var reexportsOrigin = false
  /// Whether the file uses what only the library itself has, and so continues to import it.
  var keepsOrigin = false
  /// The names of the library that the file declares itself, such as `Promise` or `Result`.
  var declaredNames: Set<String> = []
  /// The enumerations that have cases like those of PromiseKit's `Result`.
  var outcomes: [OwnOutcome] = []
  /// The names of the types that conform to `Error`.
  var errorTypes: Set<String> = []
  /// The functions that have PromiseKit's namespace as their first parameter, such as `dataTask(_:with:)`.
  var namespacedFunctions: Set<String> = []
  /// Whether the file declares a `validate()` of its own in an extension of `Promise`.
  var declaresValidate = false
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
    /// Whether a notification, an object's life or the text of a response is awaited: PromiseKit's additions.
    var foundation = false
    /// Whether `validate()` is called, which Alamofire has as well.
    var validate = false
    /// Whether `hang(_:)`, `waitForPromises(timeout:)` or `DispatchGroup.promises` is used.
    var testing = false
    /// Types and functions of the library, such as `Promise` and `firstly`.
    var names: Set<String> = []
    /// Whether a chain of operators is used that only promises have.
    var chain = false
    /// Whether a condition asks for the module.
    var canImport = false
  }
}

/// What the files of a project say together.
struct Project {
  var hasOrigin = false
  var reexportsOrigin = false
  var declaredNames: Set<String> = []
  var outcomes: Set<FileSurvey.OwnOutcome> = []
  var hasOutcomeOfTwoCases = false
  var errorTypes: Set<String> = []
  var namespacedFunctions: Set<String> = []
  var declaresValidate = false

  init(_ surveys: [FileSurvey], origin: Origin) {
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
