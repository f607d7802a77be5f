package import SwiftSyntax

/// A use of an operation of swift-promises in a file.
///
/// Uses are recognized by syntax alone, in files that import a module of the library. A function or type that the file
/// declares itself is not that of the library. Not recognized is what only the compiler knows, such as a method that is
/// called on a promise in a property. Conversely, code counts that looks the same, such as `after(1)` if another module
/// has a function `after`.
package struct LibraryUse {
  /// The operation that is used.
  package let operation: LibraryOperation
  /// The expression, type or binding that uses it.
  package let node: Syntax
  /// What must be true of the scanned files.
  package let condition: Condition

  /// What must be true of the scanned files for code to be a use of the library.
  package enum Condition: Hashable, Sendable {
    /// No other code looks like that.
    case none
    /// No file declares a function of this name outside of types.
    case noFunction(String)
    /// No type has a function of this name.
    case noMember(String)
    /// No file declares a type of this name.
    case noType(String)
    /// A function of this name returns a promise.
    case promise(of: String)
  }

  /// Returns the uses in a file, in order, as far as the file itself tells.
  ///
  /// A file that imports no module of the library has none.
  package static func all(in tree: SourceFileSyntax) -> [LibraryUse] {
    let uses = candidates(in: tree, importing: Set(ImportStatement.all(in: tree).map(\.module)))
    guard !uses.isEmpty else { return [] }
    let names = DeclaredNames(promisesOf: FunctionDeclaration.all(in: tree).lazy.map { ($0.name, $0.style) })
    return uses.filter { $0.operation.isUsed(if: $0.condition, names) }
  }

  /// Returns what may be uses in a file, in order, depending on the declarations of other files.
  ///
  /// - Parameter modules: The modules that the file imports.
  package static func candidates(in tree: SourceFileSyntax, importing modules: Set<String>) -> [LibraryUse] {
    guard !OwnModules.all.isDisjoint(with: modules) else { return [] }
    let collector = LibraryUseCollector(importing: modules)
    collector.walk(tree)
    return collector.result
  }
}

extension LibraryOperation {
  /// Whether code is a use of the operation, according to the declarations of the scanned files.
  package func isUsed(if condition: LibraryUse.Condition, _ names: DeclaredNames) -> Bool {
    switch condition {
    case .none: true
    case .noFunction(let name): !names.functions.contains(name)
    case .noMember(let name): !names.members.contains(name)
    case .noType(let name): !names.types.contains(name)
    // What an `async` form returns can have the operators of a chain as well, such as `map` of an array.
    case .promise(let name): (self == .chain ? names.promiseFunctions : names.promiseForms).contains(name)
    }
  }
}
