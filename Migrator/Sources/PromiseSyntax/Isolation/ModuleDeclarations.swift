/// The functions and types that the scanned files of each module declare.
package struct ModuleDeclarations: Sendable {
  private var modules: [String: Declarations] = [:]

  private struct Declarations {
    var functions: Set<String> = []
    var types: Set<String> = []
  }

  package init(_ files: some Sequence<(path: String, declarations: FileDeclarations)>) {
    for (path, declarations) in files {
      modules[Self.folder(of: path), default: Declarations()].functions.formUnion(declarations.functions)
      modules[Self.folder(of: path), default: Declarations()].types.formUnion(declarations.types)
    }
  }

  /// Whether a function is declared in the module of a file.
  package func declare(_ function: CalledFunction, calledIn path: String) -> Bool {
    guard let module = modules[Self.folder(of: path)] else { return false }
    guard let type = function.type else {
      return module.functions.contains(function.name) || module.types.contains(function.name)
    }
    return module.types.contains(type) && module.functions.contains(function.name)
  }

  /// Returns the folder of a module in a Swift package, such as `Sources/Networking`. Outside packages, all files count
  /// as one module.
  private static func folder(of path: String) -> String {
    let names = path.split(separator: "/")
    guard let index = names.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), index + 2 < names.count else {
      return ""
    }
    return names[...(index + 1)].joined(separator: "/")
  }
}

/// The name of a called function, and the type before it, if there is one.
package struct CalledFunction: Hashable, Sendable {
  let type: String?
  let name: String
}
