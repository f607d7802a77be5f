/// The imports of one module in all files.
package struct ModuleImports: Hashable, Sendable, Codable {
  /// The name of the module.
  package let module: String
  /// The library that the module belongs to.
  package let library: Library
  /// How many imports there are.
  package let count: Int
  /// How often each form of the declaration occurs.
  package let forms: [String: Int]

  /// Sums up the imports of files: the most frequent module first.
  static func all(in files: [Report.File]) -> [ModuleImports] {
    Dictionary(grouping: files.flatMap(\.imports), by: \.module)
      .map { module, uses in
        let forms = uses.reduce(into: [:]) { $0[$1.form, default: 0] += 1 }
        return ModuleImports(module: module, library: uses[0].library, count: uses.count, forms: forms)
      }
      .sorted { ($1.count, $0.module) < ($0.count, $1.module) }
  }

  /// The forms other than the plain one, each with its count.
  var unusualForms: [(form: String, count: Int)] {
    forms.filter { $0.key != "import" }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
