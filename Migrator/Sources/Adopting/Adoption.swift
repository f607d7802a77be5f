package import SourceEditing
import SwiftSyntax

/// The command `adopt`: replaces the imports of another promise library, and the code that depends on them.
package struct Adoption: Rewriter {
  package let origin: Origin

  package init(from origin: Origin) { self.origin = origin }

  package func survey(_ source: SourceText) -> FileSurvey { SurveyCollector(source, origin: origin).survey }

  package func concerns(_ survey: FileSurvey) -> Bool {
    let uses = survey.uses
    return Manifest.isManifest(survey.path) || uses.canImport || uses.chain || !uses.names.isEmpty
      || survey.imports.contains { origin.isOwn($0) || origin.keptModules.contains($0) }
  }

  package func combine(_ surveys: [FileSurvey]) -> AdoptionKnowledge {
    AdoptionKnowledge(surveys: surveys, project: Project(surveys, origin: origin))
  }

  package func rewrite(_ source: SourceText, knowing knowledge: AdoptionKnowledge) -> Rewriting {
    if Manifest.isManifest(source.path) {
      return Manifest(source, origin: origin).rewriting(knowing: knowledge.surveys)
    }
    let survey = knowledge.survey(of: source.path) ?? survey(source)
    let project = knowledge.project
    let scribe = Scribe(source)
    let participation = Participation(survey, in: project, origin: origin)
    switch participation {
    case .none: return scribe.rewriting()
    case .unknown:
      scribe.leave(
        at: source.tree, "unknown-promise",
        "The file uses `\(survey.uses.names.sorted().first ?? "Promise")`, but imports no promise library.",
        explanation: "If the name is that of \(origin.title), add "
          + "`@_spi(\(origin.spi)) import \(origin.vocabulary.rawValue)`.")
      return scribe.rewriting()
    case .kept:
      Leftovers(scribe, origin: origin, project: project).walk(source.tree)
      return scribe.rewriting()
    case .imports, .relies: break
    }
    let needs = ModuleNeeds(survey, in: project, origin: origin)
    let imports = ImportChanges(scribe, origin: origin, needs: needs)
    if participation == .imports { imports.change() } else { imports.add() }
    QualifiedNames(scribe, origin: origin).walk(source.tree)
    if origin == .promiseKit {
      if source.mentions("Result") { ResultTypes(scribe, project: project).walk(source.tree) }
      if source.mentions("fulfilled", "rejected") { ResultPatterns(scribe, project: project).walk(source.tree) }
      ValueNames(scribe).walk(source.tree)
      if source.mentions("public", "open") { InterfaceNames(scribe).walk(source.tree) }
      if source.mentions("Thenable", "CatchMixin") { ThenableOperators(scribe).walk(source.tree) }
      if source.mentions("conf") { QueueRemarks.explain(scribe) }
    }
    SafeCallbacks(scribe, project: project).write()
    Leftovers(scribe, origin: origin, project: project).walk(source.tree)
    if origin == .googlePromises || source.mentions("switch") {
      ErrorRemarks(scribe, origin: origin, project: project).walk(source.tree)
    }
    return scribe.rewriting()
  }
}

/// The declarations in all files that the command reads.
package struct AdoptionKnowledge: Sendable {
  let surveys: [FileSurvey]
  let project: Project
  /// The indices of the surveys, by the paths of the files.
  private let indices: [String: Int]

  init(surveys: [FileSurvey], project: Project) {
    self.surveys = surveys
    self.project = project
    indices = Dictionary(surveys.indices.map { (surveys[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func survey(of path: String) -> FileSurvey? { indices[path].map { surveys[$0] } }
}

/// The relation of a file to the library that is replaced.
enum Participation {
  /// The file does not use the library.
  case none
  /// The file imports the library.
  case imports
  /// The file uses names of the library that another file re-exports.
  case relies
  /// The file uses names of a promise library, but none of the scanned files re-exports one.
  case unknown
  /// The file uses parts of the library that have no counterpart.
  case kept

  init(_ survey: FileSurvey, in project: Project, origin: Origin) {
    let imports = survey.imports.contains(where: origin.isOwn) || survey.uses.canImport
    if survey.keepsOrigin, imports {
      self = .kept
    } else if imports || !survey.imports.isDisjoint(with: origin.keptModules) {
      self = .imports
    } else if !project.hasOrigin || !survey.imports.isDisjoint(with: promiseModules) {
      self = .none
    } else if !survey.uses.names.subtracting(project.declaredNames).isEmpty {
      // A type is visible without an import only if another module or file re-exports it.
      self = project.reexportsOrigin ? .relies : .unknown
    } else {
      self = survey.uses.chain ? .relies : .none
    }
  }
}
