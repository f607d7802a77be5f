import PromiseSyntax
import SwiftSyntax

/// The old vocabularies that a file uses, by its imports.
struct Vocabulary {
  /// Whether the handler of `then` may also return a value, as in google/promises.
  let isGooglePromises: Bool
  /// Whether the forms of PromiseKit are visible, some of which are generic in several types.
  let isPromiseKit: Bool

  init(of tree: SourceFileSyntax) {
    let imports = ImportStatement.all(in: tree)
    isGooglePromises = imports.contains { $0.module == "Promises" || $0.spis.contains("GooglePromises") }
    isPromiseKit = imports.contains { $0.spis.contains("PromiseKit") }
  }
}
