import Adding
import SourceEditing
import Testing

/// What holds for all sources.
@Suite struct PropertyTests {
  @Test(arguments: 0..<24)
  func `the result parses, has as many functions more as are counted, and stays`(_ seed: Int) throws {
    var generator = SourceGenerator(seed: UInt64(seed))
    let text = generator.file()
    for style in TwinStyle.allCases {
      for placement in AddOptions.Placement.allCases {
        let once = try Addition(style, text) { $0.placement = placement }
        #expect(Self.functions(once.text) == Self.functions(text) + once.count, "\(style) \(placement):\n\(text)")
        let twice = try Addition(style, once.text) { $0.placement = placement }
        #expect(twice.text == once.text, "\(style) \(placement):\n\(text)")
        #expect(twice.count == 0)
        // What stands in the file stays as it is, line by line.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let new = once.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let removed = new.difference(from: lines).removals.filter { change in
          // PromiseConcurrency takes the place of PromiseCore.
          if case .remove(_, let line, _) = change { !line.contains("import PromiseCore") } else { true }
        }
        #expect(removed.isEmpty, "\(style) \(placement):\n\(text)")
      }
    }
  }

  @Test func `the generator makes functions that get a twin, and others`() throws {
    var (counts, reasons): ([TwinStyle: Int], Set<String>) = ([:], [])
    for seed in 0..<24 {
      var generator = SourceGenerator(seed: UInt64(seed))
      let text = generator.file()
      for style in TwinStyle.allCases {
        let addition = try Addition(style, text)
        counts[style, default: 0] += addition.count
        reasons.formUnion(addition.reasons)
      }
    }
    for style in TwinStyle.allCases { #expect(counts[style, default: 0] > 30) }
    #expect(reasons.count > 6)
  }

  /// The number of functions. The generator writes the word nowhere else.
  private static func functions(_ text: String) -> Int { text.split(separator: "func ").count }
}
