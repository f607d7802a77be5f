import Foundation

/// The files in the folder of a manifest and its subfolders, and the modules that they need.
struct FilesOfPackage {
  private let files: [(path: String, needs: [String], keepsOrigin: Bool)]

  init(_ surveys: [FileSurvey], manifest: String, origin: Origin) {
    let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent().standardizedFileURL.path
    let project = Project(surveys, origin: origin)
    files = surveys.compactMap { survey in
      let path = URL(fileURLWithPath: survey.path).standardizedFileURL.path
      guard path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/"), !Manifest.isManifest(path) else {
        return nil
      }
      let keepsOrigin = !survey.imports.isDisjoint(with: origin.keptModules)
      switch Participation(survey, in: project, origin: origin) {
      case .imports where survey.imports.contains(where: origin.isOwn), .relies:
        return (path, ModuleNeeds(survey, in: project, origin: origin).modules, keepsOrigin)
      case .kept: return (path, [], true)
      case .imports, .none, .unknown: return keepsOrigin ? (path, [], true) : nil
      }
    }
  }

  /// Returns the products that contain the modules of some files, in the order of their dependencies.
  ///
  /// The commands that come next import PromiseConcurrency, which is part of PromiseFoundation, and so do files without
  /// the old names.
  func products(_ isIncluded: (String) -> Bool) -> [String] {
    var needed = files.filter { isIncluded($0.path) }.reduce(into: Set<String>()) { $0.formUnion($1.needs) }
    let usesFoundation = needed.contains(Vocabulary.promiseKitFoundation.rawValue)
    if !needed.isEmpty { needed.insert(usesFoundation ? "PromiseFoundation" : "PromiseConcurrency") }
    let all = ["PromiseConcurrency", "PromiseFoundation"] + Vocabulary.allCases.map(\.rawValue) + ["PromiseTesting"]
    return all.filter(needed.contains)
  }

  /// Whether one of some files continues to use the old library.
  func keepsOrigin(_ isIncluded: (String) -> Bool) -> Bool { files.contains { $0.keepsOrigin && isIncluded($0.path) } }
}
