/// The declarations of the scanned files that uses of the library depend on.
package struct DeclaredNames: Hashable, Sendable {
  /// The names of functions outside of types.
  package var functions: Set<String> = []
  /// The names of functions that are members of types.
  package var members: Set<String> = []
  /// The names of types.
  package var types: Set<String> = []
  /// The names of functions that return promises in all their declarations.
  package private(set) var promiseFunctions: Set<String> = []
  /// The names of functions that return promises in some declarations, and are `async` in all others.
  package private(set) var promiseForms: Set<String> = []

  /// Reads the names of functions that return promises.
  package init(promisesOf functions: some Sequence<(name: String, style: FunctionDeclaration.Style)>) {
    var (asynchronous, synchronous): (Set<String>, Set<String>) = ([], [])
    for (name, style) in functions {
      switch style {
      case .promise: promiseForms.insert(name)
      case .async: asynchronous.insert(name)
      case .synchronous: synchronous.insert(name)
      // A callback function of the same name has no result that a chain could begin with.
      case .callback: break
      }
    }
    promiseForms.subtract(synchronous)
    promiseFunctions = promiseForms.subtracting(asynchronous)
  }

  /// Whether a name is one of those that a declaration can take from the library.
  package static func canHideType(_ name: String) -> Bool {
    LibraryNames.types[name] != nil || LibraryNames.promises.contains(name) || name == "Task"
  }

  /// Whether a function of this name can be taken for one of the library.
  package static func canHideFunction(_ name: String) -> Bool {
    LibraryNames.functions[name] != nil || LibraryNames.members[name] != nil
  }
}
