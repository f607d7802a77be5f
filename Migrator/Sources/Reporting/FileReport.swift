package import SourceEditing
import PromiseSyntax
import SwiftSyntax

/// The facts about one file, without its syntax tree.
package struct FileReport: Sendable {
  let path: String
  let imports: [ImportUse]
  let functions: [FunctionUse]
  let chains: [ChainUse]
  let blockingWaits: [Place]
  let droppedTasks: [Place]
  let continuations: [Place]
  let uncheckedSendables: [Place]
  /// All calls of the file, in order.
  let calls: [Call]

  /// Reads a file.
  package init(_ source: SourceText) {
    let tree = source.tree
    let finder = PlaceFinder(source)
    path = source.path
    imports = ImportUse.all(in: tree, finder)
    chains = ChainUse.all(in: tree, importsPromises: imports.contains { $0.library != .combine })
    blockingWaits = source.mentions("wait", "hang") ? BlockingWaits.all(in: tree, finder) : []
    droppedTasks = source.mentions("Task") ? DroppedTasks.all(in: tree, finder) : []
    continuations = source.mentions("Continuation") ? Continuations.all(in: tree, finder) : []
    uncheckedSendables = source.mentions("unchecked") ? UncheckedSendables.all(in: tree, finder) : []
    let collector = CallCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    calls = collector.calls
    functions = FunctionDeclaration.all(in: tree).map { function in
      FunctionUse(
        function, line: finder.location(of: function.node).line, calls: collector.ranges[function.node.id] ?? 0..<0)
    }
  }
}
