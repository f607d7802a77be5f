import Leaving
import SourceEditing

/// Files after `unchain --without-promises`, if they contain no chains.
struct Departure {
  let texts: [String]
  /// The names of the files to copy.
  let files: Set<String>
  /// The lines and the reasons of what remains.
  let remarks: [Remark]

  /// Removes the promises of some files.
  ///
  /// - Parameter imports: What is written before the first line of each file.
  init(_ files: String..., imports: String = "import PromiseConcurrency\n\n", isPublic: Bool = false) throws {
    let sources = try files.enumerated().map { try SourceText(imports + $1, path: "File\($0).swift") }
    let (replaced, needed, _) = try Self.run(PlainSwiftRewriter(), sources)
    let options = LeavingOptions(removesPublicFunctions: isPublic)
    let (left, others, remarks) = try Self.run(LeavingRewriter(options: options), replaced)
    texts = left.map(\.text)
    self.files = Set(CopiedFiles.texts(ofFilesNamed: needed.union(others)).map(\.name))
    self.remarks = remarks
  }

  private static func run(
    _ rewriter: some Rewriter, _ sources: [SourceText]
  ) throws -> (sources: [SourceText], files: Set<String>, remarks: [Remark]) {
    let rewritings = rewriter.rewriteAll(sources)
    let changed = try zip(sources, rewritings).map { source, rewriting in
      try SourceText(path: source.path, contents: source.applying(rewriting.edits))
    }
    return (changed, rewritings.reduce(into: []) { $0.formUnion($1.neededFiles) }, rewritings.flatMap(\.remarks))
  }

  /// The text of the only file.
  var text: String { texts[0] }
  /// The reasons why something remains.
  var reasons: [String] { remarks.map(\.reason) }
}
