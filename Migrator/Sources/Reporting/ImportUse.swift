import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// An import of a promise library.
package struct ImportUse: Hashable, Sendable, Codable {
  /// The line of the declaration, counted from 1.
  package let line: Int
  /// The name of the module.
  package let module: String
  /// The library that the module belongs to.
  package let library: Library
  /// The declaration without the module, such as `@testable import` or `import class`.
  package let form: String
  /// Which of the SPIs for migration is imported.
  package let spi: String?
  /// Whether the import stands inside `#if`.
  package let isConditional: Bool

  private init?(_ statement: ImportStatement, _ finder: PlaceFinder) {
    guard let library = Library(module: statement.module) else { return nil }
    let declaration = statement.declaration
    module = statement.module
    self.library = library
    line = finder.location(of: declaration).line
    let words: [String?] =
      declaration.attributes.map(\.trimmedText) + declaration.modifiers.map(\.trimmedText)
      + ["import", statement.kind]
    form = words.compactMap(\.self).joined(separator: " ")
    spi = library == .swiftPromises ? statement.spis.first { Self.spis.contains($0) } : nil
    isConditional = Syntax(declaration).firstParent { $0.is(IfConfigDeclSyntax.self) } != nil
  }

  private static let spis: Set<String> = ["PromiseKit", "GooglePromises"]

  static func all(in tree: SourceFileSyntax, _ finder: PlaceFinder) -> [ImportUse] {
    ImportStatement.all(in: tree).compactMap { ImportUse($0, finder) }
  }
}

extension Syntax {
  /// Returns the nearest node around this one that meets a condition.
  func firstParent(where condition: (Syntax) -> Bool) -> Syntax? {
    var current = parent
    while let node = current {
      if condition(node) { return node }
      current = node.parent
    }
    return nil
  }
}
