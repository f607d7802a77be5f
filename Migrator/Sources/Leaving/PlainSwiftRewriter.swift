import PromiseSyntax
package import SourceEditing
import SwiftSyntax

/// Replaces promises that async functions await by plain Swift.
package struct PlainSwiftRewriter: Rewriter {
  package init() {}

  package func survey(_ source: SourceText) -> PlainProgram {
    // The files that replace operations have the names of these operations.
    guard !CopiedFiles.contain(source) else { return PlainProgram() }
    let source = AsyncTwin.exchanged(in: source).source
    let functions = FunctionDeclaration.all(in: source.tree)
    let examined = ErrorPatterns.examined(in: source)
    return PlainProgram(
      forms: FunctionForms(functions), freeFunctions: Set(functions.filter(\.containers.isEmpty).map(\.name)),
      types: DeclaredVariables(in: source.tree).types, variables: VariableIndex(in: source),
      objectTypes: ObjectTypes(in: source.tree),
      examinesTimeouts: examined.timeouts,
      examinesRaces: examined.races, examinesCallbacks: examined.callbacks,
      keepsTimeouts: source.mentions("timeout") && ErrorPatterns.keepsTimeouts(source.tree))
  }

  package func combine(_ surveys: [PlainProgram]) -> PlainProgram {
    surveys.reduce(into: PlainProgram()) { $0.merge($1) }
  }

  package func rewrite(_ source: SourceText, knowing program: PlainProgram) -> Rewriting {
    guard ImportStatement.all(in: source.tree).contains(where: { OwnModules.all.contains($0.module) }) else {
      return Rewriting(path: source.path)
    }
    let writer = PlainWriter(program: program)
    var editing = FileEditing(source)
    let (exchanged, count) = AsyncTwin.exchanged(in: source)
    if count > 0 { editing.replace(with: exchanged, count: count) }
    var replacements: [Replacement]
    repeat {
      let collector = PlainCollector(writer)
      collector.walk(editing.source.tree)
      replacements = collector.replacements
    } while editing.apply(replacements)
    if source.mentions("PromiseQueue") {
      repeat { replacements = QueueReplacement.all(in: editing.source.tree, writer) } while editing.apply(replacements)
    }
    return editing.rewriting
  }
}
