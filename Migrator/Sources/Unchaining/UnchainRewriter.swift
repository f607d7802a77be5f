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

  package func rewrite(_ source: SourceText, knowing surveys: [UnchainSurvey]) -> Rewriting {
    let knowledge = Knowledge(surveys)
    var edits: [Edit] = []
    var remarks: [Remark] = []
    var count = 0
    for function in FunctionDeclaration.all(in: source.tree) where isWanted(function) {
      guard let unchaining = FunctionUnchaining(function, in: source) else { continue }
      do {
        edits += try unchaining.edits(knowing: knowledge, options)
        count += 1
      } catch {
        let message = "\(function.fullName): \(error.message)"
        remarks.append(Remark(.left, in: source, at: error.node, reason: error.kind.rawValue, message: message))
      }
    }
    return Rewriting(path: source.path, edits: edits, remarks: remarks, changeCount: count)
  }

  private func isWanted(_ function: FunctionDeclaration) -> Bool {
    options.functions.isEmpty || options.functions.contains(function.name)
  }
}
