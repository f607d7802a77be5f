import PromiseSyntax
import SourceEditing

/// The edits that replace one part of a file.
struct Replacement {
  var edits: [Edit]
  var files: Set<PlainSwiftFile> = []
}

/// A file that is edited in several rounds, each of which reads the result of the one before.
struct FileEditing {
  private let original: SourceText
  private(set) var source: SourceText
  private var count = 0
  private var files: Set<PlainSwiftFile> = []
  /// The replacements after which the file would not parse.
  private var refused: Set<[Edit]> = []

  init(_ source: SourceText) {
    original = source
    self.source = source
  }

  /// Replaces the text.
  mutating func replace(with new: SourceText, count: Int = 0) {
    source = new
    self.count += count
  }

  /// Adds a file to copy.
  mutating func need(_ file: PlainSwiftFile) { files.insert(file) }

  /// Applies replacements. Those that overlap with an earlier one are left for the next round, and those after which the
  /// file would not parse are left out.
  ///
  /// - Returns: Whether the text has changed.
  mutating func apply(_ replacements: [Replacement]) -> Bool {
    var (accepted, edits): ([Replacement], [Edit]) = ([], [])
    for replacement in replacements where !refused.contains(replacement.edits) {
      guard !replacement.edits.contains(where: { new in edits.contains { $0.overlaps(new) } }) else { continue }
      accepted.append(replacement)
      edits += replacement.edits
    }
    guard !accepted.isEmpty else { return false }
    if let new = try? source.edited(edits) {
      source = new
      count += accepted.count
      for replacement in accepted { files.formUnion(replacement.files) }
      return true
    }
    // The first one that can be applied alone; the others follow in the next rounds.
    for replacement in accepted {
      if let new = try? source.edited(replacement.edits) {
        source = new
        count += 1
        files.formUnion(replacement.files)
        return true
      }
      refused.insert(replacement.edits)
    }
    return false
  }

  var rewriting: Rewriting {
    var rewriting = Rewriting(path: original.path, changeCount: count)
    if source.text != original.text { rewriting.edits = [Edit(replacing: original, with: source)] }
    rewriting.neededFiles = Set(files.map(\.rawValue))
    return rewriting
  }
}

extension SourceText {
  /// Returns the file after some edits.
  func edited(_ edits: [Edit]) throws(SourceError) -> SourceText {
    try SourceText(path: path, contents: applying(edits))
  }
}

extension Edit {
  /// Replaces the whole text of a file.
  init(replacing old: SourceText, with new: SourceText) {
    self.init(range: 0..<old.text.utf8.count, replacement: new.text)
  }

  fileprivate func overlaps(_ other: Edit) -> Bool {
    range.overlaps(other.range) || range.isEmpty && other.range.contains(range.lowerBound)
      || other.range.isEmpty && range.contains(other.range.lowerBound)
      || range == other.range
  }
}
