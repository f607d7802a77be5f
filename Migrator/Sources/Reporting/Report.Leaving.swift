package import PromiseSyntax

extension Report {
  /// What is left before the code can leave this library, and what each part needs.
  ///
  /// The operations are recognized by their names and arguments, in the files that import this library: see
  /// ``LibraryUse``. The stored promises and the errors are listed by file: see ``File/storedPromises`` and
  /// ``File/libraryErrors``.
  ///
  /// As JSON, it is an object with these members:
  ///
  /// - `operations`: For each operation that is used: `operation` (the name of the case of ``LibraryOperation``), `uses`,
  ///   `files`, `plainSwift` (what replaces it) and `filesToCopy`.
  /// - `promiseFunctions`: For each function that returns a promise: `function`, `isPublic`, `hasAsyncForm`, `callers`
  ///   and `declaration`.
  /// - `unusedImports`: The first import of each file that uses nothing of the library: `path` and `line`.
  package struct Leaving: Hashable, Sendable, Codable {
    /// The operations that are used, in the order of the article "How do I leave this library?".
    package let operations: [Operation]
    /// The functions that return promises, in the order of the files.
    package let promiseFunctions: [PromiseFunction]
    /// The first import of each file that uses nothing of the library.
    package let unusedImports: [DeclarationPlace]

    /// An operation that is used.
    package struct Operation: Hashable, Sendable, Codable {
      /// The operation.
      package let operation: LibraryOperation
      /// The number of its uses.
      package let uses: Int
      /// The number of files that use it.
      package let files: Int
      /// The plain Swift that replaces it.
      package let plainSwift: String
      /// The files to copy for it.
      package let filesToCopy: [PlainSwiftFile]
    }

    /// Finds out what is left.
    ///
    /// - Parameters:
    ///   - files: All files.
    ///   - summaries: The reports on the same files, in the same order.
    /// - Returns: `nil` if no file imports the library.
    init?(_ files: [FileReport], _ summaries: [File], _ twins: Twins) {
      guard summaries.contains(where: { !$0.libraryImports.isEmpty }) else { return nil }
      var counts: [LibraryOperation: (uses: Int, files: Int)] = [:]
      for (operation, uses) in summaries.lazy.flatMap(\.libraryOperations) {
        counts[operation, default: (0, 0)].uses += uses
        counts[operation, default: (0, 0)].files += 1
      }
      operations = LibraryOperation.allCases.compactMap { operation in
        guard let (uses, files) = counts[operation], !operation.isListed else { return nil }
        return Operation(
          operation: operation, uses: uses, files: files, plainSwift: operation.replacement.plainSwift,
          filesToCopy: operation.replacement.files)
      }
      promiseFunctions = PromiseFunction.all(in: files, twins)
      unusedImports = summaries.compactMap { file in
        // Other files use what a file exports.
        guard let first = file.libraryImports.first, file.libraryOperations.isEmpty,
          !file.libraryImports.contains(where: { $0.form.contains("@_exported") })
        else { return nil }
        return DeclarationPlace(path: file.path, line: first.line)
      }
    }

    /// The public functions that return promises.
    var publicFunctions: [PromiseFunction] { promiseFunctions.filter(\.isPublic) }

    /// The promise forms to delete: no scanned file calls them, and those that are public have an `async` form.
    var uncalledFunctions: [PromiseFunction] { promiseFunctions.filter(\.isUncalled) }

    /// The files to copy, in the order of their names.
    var filesToCopy: [PlainSwiftFile] {
      Set(operations.flatMap(\.filesToCopy)).sorted { $0.rawValue < $1.rawValue }
    }
  }
}
