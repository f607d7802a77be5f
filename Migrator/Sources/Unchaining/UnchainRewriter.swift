package import SourceEditing
import PromiseSyntax
import SwiftSyntax

/// Turns functions that return a chain of promises into async functions.
package struct UnchainRewriter: Rewriter {
  private let options: UnchainOptions

  package init(options: UnchainOptions = UnchainOptions()) { self.options = options }

  package func survey(_ source: SourceText) -> UnchainSurvey {
    let alone = ProgramKnowledge([UnchainSurvey(source) { _ in false }])
    let isGoogle = GoogleGrammar.isUsed(in: source.tree)
    let isOther = ImportEdit.otherLibrary(in: source) != nil
    return UnchainSurvey(source) { function in
      guard !isOther, isWanted(function), let unchaining = FunctionUnchaining(function, in: source) else {
        return false
      }
      return (try? unchaining.edits(knowing: alone, options, isGoogle: isGoogle)) != nil
    }
  }

  package func combine(_ surveys: [UnchainSurvey]) -> UnchainKnowledge {
    UnchainKnowledge(surveys: surveys, first: ProgramKnowledge(surveys))
  }

  package func concerns(_ survey: UnchainSurvey) -> Bool { survey.hasChains }

  /// Returns the identities of functions that are left because of other functions.
  package func review(_ source: SourceText, knowing knowledge: UnchainKnowledge) -> Set<String> {
    let isGoogle = GoogleGrammar.isUsed(in: source.tree)
    let functions = FunctionDeclaration.all(in: source.tree).filter(isWanted)
    return Set(
      functions.filter { function in
        guard let unchaining = FunctionUnchaining(function, in: source) else { return false }
        return (try? unchaining.edits(knowing: knowledge.first, options, isGoogle: isGoogle)) == nil
      }.map(\.identity))
  }

  package func declares(_ name: String, in knowledge: UnchainKnowledge) -> Bool {
    knowledge.first.throwsErrors(functionNamed: name) != nil
  }

  package func refine(_ knowledge: UnchainKnowledge, leaving left: Set<String>) -> UnchainKnowledge {
    UnchainKnowledge(
      surveys: knowledge.surveys, first: knowledge.first, final: knowledge.first.leaving(left, knowledge.surveys))
  }

  package func rewrite(_ source: SourceText, knowing knowledge: UnchainKnowledge) -> Rewriting {
    let isGoogle = GoogleGrammar.isUsed(in: source.tree)
    let functions = FunctionDeclaration.all(in: source.tree).filter(isWanted).compactMap {
      FunctionUnchaining($0, in: source)
    }
    if let other = ImportEdit.otherLibrary(in: source), !functions.isEmpty {
      let message = "The file imports \(other.module). Run migrate-promises adopt first."
      let remark = Remark(.left, in: source, at: other.declaration, reason: "other-library", message: message)
      return Rewriting(path: source.path, remarks: [remark])
    }
    var edits: [Edit] = []
    var remarks = ChainProperties.remarks(in: source)
    var count = 0
    for function in functions {
      do {
        // A function that is left because of others stays so, although some of them may be left as well.
        _ = try function.edits(knowing: knowledge.first, options, isGoogle: isGoogle)
        edits += try function.edits(knowing: knowledge.final, options, isGoogle: isGoogle)
        count += 1
      } catch {
        let message = "\(function.function.fullName): \(error.message)"
        remarks.append(Remark(.left, in: source, at: error.node, reason: error.kind.rawValue, message: message))
      }
    }
    if count > 0, let edit = ImportEdit.edit(for: source) { edits.insert(edit, at: 0) }
    remarks.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return Rewriting(path: source.path, edits: edits, remarks: remarks, changeCount: count)
  }

  private func isWanted(_ function: FunctionDeclaration) -> Bool {
    options.functions.isEmpty || options.functions.contains(function.name)
  }
}

/// What the command knows of all files.
package struct UnchainKnowledge: Sendable {
  fileprivate let surveys: [UnchainSurvey]
  /// What is known if all functions become async that their own files allow.
  let first: ProgramKnowledge
  /// What is known of those that do.
  let final: ProgramKnowledge

  fileprivate init(surveys: [UnchainSurvey], first: ProgramKnowledge, final: ProgramKnowledge? = nil) {
    self.surveys = surveys
    self.first = first
    self.final = final ?? first
  }
}
