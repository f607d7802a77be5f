/// Which modules of this library a file needs.
struct ModuleNeeds: Equatable {
  /// The module that replaces the import of the old library.
  let vocabulary: Vocabulary
  /// Whether the file also needs `PromiseTesting`.
  let testing: Bool

  init(_ survey: FileSurvey, in project: Project, origin: Origin) {
    let uses = survey.uses
    testing = uses.testing && project.declaredNames.isDisjoint(with: ["hang", "waitForPromises"])
    let calls = uses.namespacedCalls.subtracting(project.namespacedFunctions)
    let usesFoundation =
      uses.foundation || survey.imports.contains("PMKFoundation")
      || !calls.isDisjoint(with: ["dataTask", "uploadTask", "downloadTask", "launch", "observe"])
      // Alamofire's requests have a method of that name.
      || uses.validate && !project.declaresValidate && !survey.imports.contains("Alamofire")
    vocabulary = usesFoundation && origin == .promiseKit ? .promiseKitFoundation : origin.vocabulary
  }

  /// The names of all the modules.
  var modules: [String] { [vocabulary.rawValue] + (testing ? ["PromiseTesting"] : []) }
}

/// A module of this library with the names of another one.
enum Vocabulary: String, CaseIterable {
  case promiseKit = "PromiseKitVocabulary"
  case promiseKitFoundation = "PromiseKitFoundationVocabulary"
  case googlePromises = "GooglePromisesVocabulary"
}
