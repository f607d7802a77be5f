import PromiseSyntax

extension AddedImport {
  /// The access modifier of the import.
  ///
  /// All files of a module must import another module with a modifier, or all without one, unless imports are internal
  /// by default.
  func access(to module: String, isPublic: Bool, knowing knowledge: Knowledge) -> String? {
    let explicit = isPublic ? "public" : "internal"
    let known = knowledge.imports.values
    if known.contains(where: { $0.count > 1 }) {
      let isExplicit = imports.allSatisfy { ImportAccess($0) == .explicit } && !imports.isEmpty
      return isPublic || isExplicit ? explicit : nil
    }
    if let ofModule = knowledge.imports[module] { return ofModule == [.explicit] ? explicit : nil }
    return known.contains([.explicit]) ? explicit : nil
  }
}
