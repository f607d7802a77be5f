import PromiseSyntax

/// A use of this library in a file, if a condition on the declarations of all files is met.
struct PossibleUse: Hashable, Sendable {
  let operation: LibraryOperation
  let condition: LibraryUse.Condition
  /// The place, if the report lists it.
  let place: Place?

  init(_ use: LibraryUse, _ finder: PlaceFinder) {
    operation = use.operation
    condition = use.condition
    place = use.place(finder)
  }
}

extension DeclaredNames {
  /// Reads the declarations of all files.
  init(_ files: [FileReport]) {
    self.init(promisesOf: files.lazy.flatMap(\.functions).map { ($0.baseName, $0.style) })
    for file in files {
      types.formUnion(file.namesakes)
      for function in file.functions where Self.canHideFunction(function.baseName) {
        if function.owner != nil {
          members.insert(function.baseName)
        } else if function.isAtFileScope {
          functions.insert(function.baseName)
        }
      }
    }
  }
}
