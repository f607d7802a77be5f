package import SourceEditing
import PromiseSyntax
import SwiftSyntax

/// Turns functions that return a chain of promises into async functions.
package struct UnchainRewriter: Rewriter {
  private let options: UnchainOptions

  package init(options: UnchainOptions = UnchainOptions()) { self.options = options }

  package func survey(_ source: SourceText) -> UnchainSurvey {
    let alone = Knowledge([UnchainSurvey(source) { _ in false }])
    return UnchainSurvey(source) { function in
      guard isWanted(function), let unchaining = FunctionUnchaining(function, in: source) else { return false }
      return (try? unchaining.edits(knowing: alone, options)) != nil
    }
  }

  package func combine(_ surveys: [UnchainSurvey]) -> Knowledge { Knowledge(surveys) }

  package func concerns(_ survey: UnchainSurvey) -> Bool { survey.hasChains }

  package func rewrite(_ source: SourceText, knowing knowledge: Knowledge) -> Rewriting {
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
        edits += try function.edits(knowing: knowledge, options)
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
