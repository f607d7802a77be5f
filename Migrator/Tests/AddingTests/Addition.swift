import Adding
import SourceEditing
import Testing

/// The result of the command on one file.
struct Addition {
  let text: String
  let reasons: [String]
  let count: Int

  /// Runs the command on a text, knowing other files.
  init(_ style: TwinStyle, _ text: String, others: [String] = [], options: (inout AddOptions) -> Void = { _ in }) throws
  {
    var all = AddOptions(style: style)
    options(&all)
    let rewriter = AddRewriter(options: all)
    let source = try SourceText(text)
    let surveys = try [rewriter.survey(source)] + others.map { rewriter.survey(try SourceText($0)) }
    let rewriting = rewriter.rewrite(source, knowing: rewriter.combine(surveys))
    self.text = String(decoding: try source.applying(rewriting.edits), as: UTF8.self)
    reasons = rewriting.remarks.map(\.reason)
    count = rewriting.changeCount
  }
}

/// Returns the lines that the command adds, without an import.
func twins(
  _ style: TwinStyle, _ text: String, others: [String] = [], options: (inout AddOptions) -> Void = { _ in }
) throws -> String {
  let addition = try Addition(style, text, others: others, options: options)
  let old = text.split(separator: "\n", omittingEmptySubsequences: false)
  let new = addition.text.split(separator: "\n", omittingEmptySubsequences: false)
  let inserted = new.difference(from: old).insertions.compactMap { change in
    if case .insert(_, let line, _) = change { String(line) } else { nil }
  }
  return inserted.filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
}
