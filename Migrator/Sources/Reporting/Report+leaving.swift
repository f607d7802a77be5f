import PromiseSyntax

// What the text and the Markdown form of `leaving` show in the same words.
extension Report {
  /// The title of the section.
  static let leavingTitle = "What is left before you can leave this library"

  /// The sentence that sums up what is left.
  func summary(of leaving: Leaving) -> String {
    let uses = leaving.operations.reduce(0) { $0 + $1.uses }
    let operatingFiles = files.count { file in file.libraryOperations.contains { !$0.key.isListed } }
    let functions = leaving.publicFunctions.count { !$0.hasAsyncForm }
    let stored = files.reduce(0) { $0 + $1.storedPromises.count }
    let errors = files.reduce(0) { $0 + $1.libraryErrors.count }
    let parts: [(Int, String)] = [
      (
        uses,
        "\(uses.counting("use")) of \(leaving.operations.count.counting("operation")) in "
          + operatingFiles.counting("file")
      ),
      (functions, "\(functions.counting("public function")) without an async form"),
      (stored, stored.counting("stored promise")),
      (errors, "\(errors.counting("mention")) of its errors"),
    ]
    let left = parts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
    return left.isEmpty ? "Nothing is left: remove the imports of this library." : "Before you can leave: \(left)."
  }

  /// The places in the section, by what they need.
  var leavingLists: [PlaceList] {
    [
      placeList("Stored promises", "Store a `Task`, and await its `value`.", \.storedPromises),
      placeList(
        "Errors of this library", "Define an error of your own, or test for `CancellationError`.", \.libraryErrors),
    ]
  }
}

extension LibraryOperation {
  /// The names in the tables. The operators of chains have a table of their own.
  var shownNames: [String] { self == .chain ? ["chains"] : replacement.names }
}

extension PromiseFunction {
  /// What may be done with a promise form that nothing calls.
  var advice: String { isPublic ? "public: delete it when no other module calls it" : "can be deleted" }
}
