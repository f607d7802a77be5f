import ArgumentParser
import Foundation
import SourceEditing

/// The options of the commands that change files.
struct RewriteOptions: ParsableArguments {
  @OptionGroup var files: PathOptions

  @Flag(help: "Print a unified diff instead of changing files.")
  var dryRun = false

  @Flag(help: "Change nothing if a file does not parse.")
  var allOrNothing = false

  /// Rewrites all files, and lists those that do not parse.
  ///
  /// - Parameters:
  ///   - names: The base names of the functions to which the command is restricted. Each must exist.
  ///   - change: The noun for a change, in the singular and the plural, such as ("function", "functions").
  ///   - others: The files other than Swift source on which the command reports.
  ///   - leaving: What replaces the last promises, after the command.
  /// - Throws: `ExitCode` 1 if something is left.
  func run(
    _ rewriter: some Rewriter, ofFunctions names: [String] = [], counting change: (one: String, several: String),
    others: (any OtherFiles)? = nil, then leaving: LeavingRun? = nil
  ) throws {
    let isOther: @Sendable (String) -> Bool = { others?.isWanted($0) ?? false }
    let finder = try files.find { $0.hasSuffix(".swift") || isOther($0) }
    let swiftFiles = finder.files.filter { !isOther(URL(fileURLWithPath: $0).lastPathComponent) }
    var run = RewriteRun(of: swiftFiles, by: rewriter)
    for name in names where !run.declares(name) {
      throw ValidationError("No function is named \(name). Pass the base name, without parentheses and labels.")
    }
    if let leaving { run = leaving.run(of: swiftFiles, after: run) }
    run.remarks += finder.remarks
    if let others {
      for path in finder.files where isOther(URL(fileURLWithPath: path).lastPathComponent) {
        do { run.remarks += others.remarks(path: path, contents: try FileContents.read(path)) } catch {
          run.remarks.append(Remark(error, path: path))
        }
      }
    }
    let isRefused = allOrNothing && run.isIncomplete
    if dryRun, !isRefused {
      for diff in concurrentMap(run.changes, \.diff) { print(diff, terminator: "") }
    } else if !isRefused {
      run.replaceFiles()
    }
    let copies = isRefused ? [] : leaving?.copyFiles(neededBy: &run, dryRun: dryRun) ?? []
    for line in run.remarks.lines { Standard.error(line) }
    let leftCount = run.remarks.count { $0.kind == .left }
    if isRefused {
      Standard.error("Nothing was written, because a file does not parse. Correct it, or exclude it with --exclude.")
    } else {
      let count = run.changeCount
      let verb = dryRun ? "Would change" : "Changed"
      let files = "\(run.changes.count) of \(swiftFiles.count) \(swiftFiles.count == 1 ? "file" : "files")"
      let incomplete = run.incompleteCount == 0 ? "" : " (\(run.incompleteCount) in part)"
      Standard.error(
        "\(verb) \(count) \(count == 1 ? change.one : change.several)\(incomplete) in \(files); \(leftCount) left.")
      for line in copies { Standard.error(line) }
    }
    if leftCount > 0 { throw ExitCode.somethingLeft }
  }
}
