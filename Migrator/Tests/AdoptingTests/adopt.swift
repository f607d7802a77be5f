import Adopting
import SourceEditing
import Testing

/// A file after the command, and what the command said.
struct Adopted {
  let text: String
  let remarks: [Remark]
  let changeCount: Int

  var reasons: [String] { remarks.map(\.reason) }
}

/// Runs the command on a text, next to other files.
func adopt(
  _ text: String, from origin: Origin = .promiseKit, path: String = "File.swift", next others: [String: String] = [:]
)
  throws -> Adopted
{
  let command = Adoption(from: origin)
  let source = try SourceText(text, path: path)
  let surveys = try ([source] + others.map { try SourceText($0.value, path: $0.key) }).map(command.survey)
  let rewriting = command.rewrite(source, knowing: command.combine(surveys))
  let result = String(decoding: try source.applying(rewriting.edits), as: UTF8.self)
  return Adopted(text: result, remarks: rewriting.remarks, changeCount: rewriting.changeCount)
}
