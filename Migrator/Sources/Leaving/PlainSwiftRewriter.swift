import PromiseSyntax
package import SourceEditing
import SwiftSyntax

/// Replaces promises that async functions await by plain Swift.
package struct PlainSwiftRewriter: Rewriter {
  package init() {}

  package func survey(_ source: SourceText) -> PlainProgram {
    // The files that replace operations have the names of these operations.
    guard !CopiedFiles.contain(source) else { return PlainProgram() }
    let functions = FunctionDeclaration.all(in: source.tree)
    return PlainProgram(
      forms: FunctionForms(functions),
      freeFunctions: Set(functions.filter(\.containers.isEmpty).map(\.name)),
      examinesTimeouts: source.mentions("timedOut") && ErrorPatterns.examinesTimeouts(source.tree),
      examinesRaces: source.mentions("noWinner"))
  }

  package func combine(_ surveys: [PlainProgram]) -> PlainProgram {
    surveys.reduce(into: PlainProgram()) { $0.merge($1) }
  }

  package func rewrite(_ source: SourceText, knowing program: PlainProgram) -> Rewriting {
    var rewriting = Rewriting(path: source.path)
    guard ImportStatement.all(in: source.tree).contains(where: { OwnModules.all.contains($0.module) }) else {
      return rewriting
    }
    let writer = PlainWriter(program: program)
    var current = source
    func apply(_ edits: [Edit], count: Int, _ files: Set<PlainSwiftFile>) -> Bool {
      guard !edits.isEmpty, let contents = try? current.applying(edits),
        let next = try? SourceText(path: source.path, contents: contents)
      else { return false }
      current = next
      rewriting.changeCount += count
      rewriting.neededFiles.formUnion(files.map(\.rawValue))
      return true
    }
    let twins = AsyncTwin.edits(in: current.tree)
    _ = apply(twins, count: twins.count / 2, [])
    var collector: PlainCollector
    repeat {
      collector = PlainCollector(writer)
      collector.walk(current.tree)
    } while apply(collector.edits, count: collector.count, collector.files)
    let queues = source.mentions("PromiseQueue") ? QueueReplacement.all(in: current.tree, writer) : []
    _ = apply(queues.flatMap(\.edits), count: queues.count, [.asyncQueue])
    if rewriting.changeCount > 0 { rewriting.edits = [Edit(replacing: source, with: current)] }
    return rewriting
  }
}

extension Edit {
  /// Replaces the whole text of a file.
  fileprivate init(replacing old: SourceText, with new: SourceText) {
    self.init(range: 0..<old.text.utf8.count, replacement: new.text)
  }
}
