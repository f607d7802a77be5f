import PromiseSyntax

/// What the replacement of a promise depends on in other files.
package struct PlainProgram: Sendable {
  var forms = FunctionForms()
  /// The functions that are members of no type.
  var freeFunctions: Set<String> = []
  /// The names of types.
  var types: Set<String> = []
  var variables = VariableIndex()
  var objectTypes = ObjectTypes()
  /// Whether code looks at the error of a time limit, except in a `catch` clause around the limit itself.
  var examinesTimeouts = false
  /// Whether code looks at the error of a race without a winner.
  var examinesRaces = false
  /// Whether code looks at the error of a callback without arguments.
  var examinesCallbacks = false
  /// Whether a time limit has to remain, so that its error can pass through a `catch` clause of another one.
  var keepsTimeouts = false

  mutating func merge(_ other: PlainProgram) {
    forms.merge(other.forms)
    freeFunctions.formUnion(other.freeFunctions)
    types.formUnion(other.types)
    variables.merge(other.variables)
    objectTypes.merge(other.objectTypes)
    examinesTimeouts = examinesTimeouts || other.examinesTimeouts
    examinesRaces = examinesRaces || other.examinesRaces
    examinesCallbacks = examinesCallbacks || other.examinesCallbacks
    keepsTimeouts = keepsTimeouts || other.keepsTimeouts
  }

  /// Whether a file can be copied into the program without a second declaration of a name.
  func accepts(_ file: PlainSwiftFile) -> Bool {
    let names: (functions: Set<String>, types: Set<String>) =
      switch file {
      case .asyncQueue: ([], ["AsyncQueue"])
      case .callback: (["withResolver", "withSeal"], ["Reply", "MissingResult"])
      case .concurrentMap: (["concurrentMap", "concurrentForEach"], [])
      case .retry: (["retry", "exponential"], [])
      case .timeout: (["withTimeout", "firstResult", "firstSuccess"], ["TimedOut"])
      case .wrap: (["wrap"], [])
      default: ([], [])
      }
    return types.isDisjoint(with: names.types) && !names.functions.contains(where: forms.declares)
  }
}
