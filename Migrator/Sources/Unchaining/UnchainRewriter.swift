package import SourceEditing
import PromiseSyntax
import SwiftSyntax

/// Turns functions that return a chain of promises into async functions.
package struct UnchainRewriter: Rewriter {
  private let options: UnchainOptions

  package init(options: UnchainOptions = UnchainOptions()) { self.options = options }

  package func survey(_ source: SourceText) -> UnchainSurvey {
    let isOther = AddedImport(source).otherLibrary != nil
    return UnchainSurvey(source) { function in
      !isOther && isWanted(function) && FunctionUnchaining(function, in: source, options)?.isCandidate == true
    }
  }

  package func combine(_ surveys: [UnchainSurvey]) -> UnchainKnowledge { UnchainKnowledge(surveys) }

  package func concerns(_ survey: UnchainSurvey) -> Bool { survey.hasChains }

  package func declares(_ name: String, in knowledge: UnchainKnowledge) -> Bool {
    knowledge.program.throwsErrors(functionNamed: name) != nil
  }

  package func rewrite(_ source: SourceText, knowing knowledge: UnchainKnowledge) -> Rewriting {
    let vocabulary = Vocabulary(of: source.tree)
    let functions = FunctionDeclaration.all(in: source.tree).filter(isWanted).compactMap {
      FunctionUnchaining($0, in: source, options)
    }
    // A function without a chain that has an async form is finished, or calls it already.
    .filter { $0.hasChain || !knowledge.program.asyncFunctions.contains($0.function.identity) }
    let imports = AddedImport(source)
    if let other = imports.otherLibrary, !functions.isEmpty {
      let message = "The file imports \(other.module). Run migrate-promises adopt first."
      let remark = Remark(.left, in: source, at: other.declaration, reason: "other-library", message: message)
      return Rewriting(path: source.path, remarks: [remark])
    }
    let declarations = FileDeclarations(in: source.tree)
    var rewriting = Rewriting(path: source.path, remarks: ChainProperties.remarks(in: source))
    for function in functions {
      let form = function.function.form
      do throws(LeaveReason) {
        let result = try function.result(knowing: knowledge.program, declarations, options, vocabulary)
        rewriting.suppositions.formUnion(result.calledFunctions)
        if knowledge.left.contains(form) {
          // Rewritten functions already call the promise form.
          throw LeaveReason(
            .asyncFormPreferred, at: function.function.node,
            "The function depends on another one that is left. Rewrite that one first.")
        }
        rewriting.edits += result.edits
        rewriting.changeCount += 1
        if let wrapped = result.wrapped {
          rewriting.incompleteCount += 1
          rewriting.remarks.append(remark(onWrapped: wrapped, result.wrappingReason, function.function, in: source))
        }
      } catch {
        if error.kind == .asyncFormPreferred {
          rewriting.postponed.insert(form)
        } else {
          rewriting.refused.insert(form)
        }
        let message = "\(function.function.fullName): \(error.message)"
        rewriting.remarks.append(
          Remark(.left, in: source, at: error.node, reason: error.kind.rawValue, message: message))
      }
    }
    if rewriting.changeCount > 0, let edit = imports.edit(importing: "PromiseConcurrency") {
      rewriting.edits.insert(edit, at: 0)
    }
    rewriting.remarks.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return rewriting
  }

  package func revise(_ knowledge: inout UnchainKnowledge, after rewritings: [Rewriting]) -> [Int] {
    var left = rewritings.reduce(into: Set()) { $0.formUnion($1.refused) }.subtracting(knowledge.left)
    // A function is left because of an async form only if nothing prevents that form.
    if left.isEmpty {
      let postponed = rewritings.reduce(into: Set()) { $0.formUnion($1.postponed) }.subtracting(knowledge.left)
      // Overloads come first: leaving them may allow the others.
      let overloads = postponed.intersection(knowledge.program.overloads.forms)
      left = overloads.isEmpty ? postponed : overloads
    }
    guard !left.isEmpty else { return [] }
    knowledge.leave(left)
    return rewritings.indices.filter {
      !rewritings[$0].suppositions.isDisjoint(with: left) || !rewritings[$0].postponed.isEmpty
    }
  }

  private func remark(
    onWrapped promise: ExprSyntax, _ reason: LeaveReason?, _ function: FunctionDeclaration, in source: SourceText
  ) -> Remark {
    let message =
      "\(function.fullName): The async function still contains a chain. "
      + (reason?.message ?? "Rewrite it by hand.")
    return Remark(.note, in: source, at: promise, reason: "wrapped-chain", message: message)
  }

  private func isWanted(_ function: FunctionDeclaration) -> Bool {
    options.functions.isEmpty || options.functions.contains(function.name)
  }
}
