package import SourceEditing
import PromiseSyntax
import SwiftSyntax

/// What the report keeps of one file, without its syntax tree.
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
    let finder = PlaceFinder(tree)
    path = source.path
    imports = ImportUse.all(in: tree, finder)
    chains = ChainUse.all(in: tree, fileImports: Set(imports.map(\.library)))
    blockingWaits = BlockingWaits.all(in: tree, finder)
    droppedTasks = DroppedTasks.all(in: tree, finder)
    continuations = Continuations.all(in: tree, finder)
    uncheckedSendables = UncheckedSendables.all(in: tree, finder)
    let collector = CallCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    calls = collector.calls
    functions = FunctionDeclaration.all(in: tree).map { function in
      FunctionUse(
        function, line: finder.location(of: function.node).line, calls: collector.ranges[function.node.id] ?? 0..<0)
    }
  }
}
