package import SourceEditing

/// A package, and the mutants of some of its modules.
package struct MutatedPackage: Sendable {
  /// The mutants, in the order of their numbers.
  package let mutants: [Mutant]
  /// The files that contain mutants, with their mutants.
  private let files: [(source: SourceText, mutants: Range<Int>)]

  /// Collects the mutants of the given modules.
  ///
  /// - Parameters:
  ///   - modules: The names of the modules, and their files.
  package init(_ modules: [(name: String, files: [SourceText])]) {
    var mutants: [Mutant] = []
    var files: [(source: SourceText, mutants: Range<Int>)] = []
    for (name, sources) in modules {
      for source in sources {
        let first = mutants.count
        for var mutant in MutantCollector.mutants(of: source, module: name) {
          mutant.number = mutants.count
          mutants.append(mutant)
        }
        if first < mutants.count { files.append((source, first..<mutants.count)) }
      }
    }
    self.mutants = mutants
    self.files = files
  }

  /// Returns the paths and the texts of the files that contain mutants.
  ///
  /// - Parameter isWanted: Returns whether the texts contain the code of a mutant.
  package func texts(where isWanted: (Mutant) -> Bool) -> [(path: String, text: String)] {
    files.map { ($0.source.path, MutatedFile.text(of: $0.source, with: mutants[$0.mutants].filter(isWanted))) }
  }
}
