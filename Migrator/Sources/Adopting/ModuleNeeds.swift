/// Which modules of this library a file needs.
struct ModuleNeeds: Equatable {
  /// The module that replaces the import of the old library.
  var main = Module.core
  /// Whether the file needs `PromiseTesting` as well.
  var testing = false

  enum Module: String, Comparable {
    case core = "PromiseCore"
    case concurrency = "PromiseConcurrency"
    case foundation = "PromiseFoundation"

    private var rank: Int { self == .core ? 0 : self == .concurrency ? 1 : 2 }
    static func < (a: Module, b: Module) -> Bool { a.rank < b.rank }
  }

  init(_ survey: FileSurvey, in project: Project, origin: Origin) {
    let uses = survey.uses
    testing = uses.testing && project.declaredNames.isDisjoint(with: ["hang", "waitForPromises"])
    guard origin == .promiseKit else { return }
    if uses.async { main = .concurrency }
    let calls = uses.namespacedCalls.subtracting(project.namespacedFunctions)
    let usesFoundation =
      uses.foundation || survey.imports.contains("PMKFoundation")
      || !calls.isDisjoint(with: ["dataTask", "uploadTask", "downloadTask", "launch", "observe"])
      // Alamofire's requests have a method of that name.
      || uses.validate && !project.declaresValidate && !survey.imports.contains("Alamofire")
    if usesFoundation { main = .foundation }
  }

  /// The names of all the modules.
  var modules: [String] { [main.rawValue] + (testing ? ["PromiseTesting"] : []) }
}
