import PromiseSyntax
import SourceEditing

/// A closure that may be isolated to an actor, and that may be called on another thread.
struct CallbackUse: Sendable {
  let place: Place
  let condition: IsolatedCallback.Condition
  let calledFunction: CalledFunction?

  /// Finds the closures that settle promises of this library or of those that it replaces, or that resume continuations.
  static func all(
    in source: SourceText, _ declarations: FileDeclarations, fileImports libraries: Set<Library>, _ finder: PlaceFinder
  ) -> [CallbackUse] {
    let hasPromises = !libraries.isDisjoint(with: [.swiftPromises, .promiseKit, .googlePromises])
    guard hasPromises || source.mentions("Continuation") else { return [] }
    return IsolatedCallback.all(in: source, declarations, isolatedTypes: declarations.isolatedTypes)
      .filter { hasPromises || $0.resumesContinuation }
      .map {
        CallbackUse(
          place: finder.place(of: $0.closure, kind: $0.source), condition: $0.condition,
          calledFunction: $0.calledFunction)
      }
  }
}
