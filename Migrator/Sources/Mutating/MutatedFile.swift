package import SourceEditing

/// A source file that contains the code of several mutants, each behind a switch.
package enum MutatedFile {
  /// Returns the text of a file with the code of mutants. Each line keeps its number.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* mutants.
  package static func text(of source: SourceText, with mutants: [Mutant]) -> String {
    var placed: [(order: (Int, Int, Int), text: String)] = []
    var once: Set<Int> = []
    for (index, mutant) in mutants.enumerated() {
      for insertion in mutant.insertions {
        let text = insertion.text.replacing("#", with: "\(mutant.number)")
        switch insertion.place {
        // At one offset, the ends of mutated code come first, the innermost first. A `return` comes next, and then the
        // beginnings, the outermost first.
        case .after: placed.append(((insertion.offset, 0, mutant.length * mutants.count + index), text))
        case .before: placed.append(((insertion.offset, 2, -mutant.length * mutants.count - index), text))
        case .once: if once.insert(insertion.offset).inserted { placed.append(((insertion.offset, 1, 0), text)) }
        }
      }
    }
    placed.sort { $0.order < $1.order }
    let edits = placed.map { Edit(range: $0.order.0..<$0.order.0, replacement: $0.text) }
    return Edit.apply(edits, to: source.text)
  }

  /// The source of the switch, a file that is added to each module with mutants.
  ///
  /// The environment variable `MUTANT` selects a mutant by its number. If `MUTANTS_REACHED` names a file, the
  /// byte at the offset of a mutant's number is set to 1 when the code of the mutant is reached. The file is mapped
  /// into memory, so it is complete even if the process crashes.
  package static let runtime = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #else
      import Musl
    #endif

    private let selected = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

    nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
      guard let path = getenv("MUTANTS_REACHED") else { return nil }
      let file = open(path, O_RDWR)
      var information = stat()
      guard file >= 0, fstat(file, &information) == 0 else { return nil }
      let map = mmap(nil, Int(information.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      return map == MAP_FAILED ? nil : map?.assumingMemoryBound(to: UInt8.self)
    }()

    /// Records that the code of a mutant is reached, and returns whether the mutant is selected.
    @usableFromInline func mutant__(_ number: Int) -> Bool {
      reached?[number] = 1
      return number == selected
    }

    """
}
