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
  let callbacks: [CallbackUse]
  let declarations: FileDeclarations
  /// All calls of the file, in order.
  let calls: [Call]
  /// The names that stand as arguments, some of which are functions that are passed.
  let arguments: Set<String>
  /// The types of the file that have the name of a type of this library.
  let namesakes: Set<String>
  /// What may be uses of this library, depending on the declarations of other files.
  let libraryUses: [PossibleUse]

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
    libraryUses = LibraryUse.candidates(in: tree, importing: Set(imports.map(\.module))).map {
      PossibleUse($0, finder)
    }
    declarations = FileDeclarations(in: tree)
    callbacks = CallbackUse.all(in: source, declarations, fileImports: Set(imports.map(\.library)), finder)
    let collector = CallCollector(mentionsAwait: source.mentions("await", "async let"))
    collector.walk(tree)
    calls = collector.calls
    arguments = collector.arguments
    namesakes = collector.namesakes
    functions = FunctionDeclaration.all(in: tree).map { function in
      FunctionUse(
        function, line: finder.location(of: function.node).line, calls: collector.ranges[function.node.id] ?? 0..<0)
    }
  }
}
