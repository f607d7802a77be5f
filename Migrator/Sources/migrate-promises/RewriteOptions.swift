import ArgumentParser
import Foundation
import SourceEditing

/// The options of the commands that change files.
struct RewriteOptions: ParsableArguments {
  @OptionGroup var files: PathOptions

  @Flag(help: "Print a unified diff instead of changing files.")
  var dryRun = false

  /// Rewrites all files.
  ///
  /// Nothing is written if a file does not parse, before or after the edits.
  ///
  /// - Parameters:
  ///   - changes: What the command counts, such as "functions".
  /// - Throws: `ExitCode` 1 if something is left.
  func run(_ rewriter: some Rewriter, changes: String) throws {
    let finder = try files.find()
    let progress = ProgressLine(total: finder.files.count)
    let surveys = concurrentMap(finder.files, progress: { progress.show("Reading", $0) }) { path in
      Swift.Result { try rewriter.survey(SourceText(reading: path)) }
    }
    var remarks = finder.remarks
    var readable: [String] = []
    for (path, survey) in zip(finder.files, surveys) {
      switch survey {
      case .success: readable.append(path)
      case .failure(let error): remarks.append(Remark(error as! SourceError, path: path))
      }
    }
    let known = surveys.compactMap { try? $0.get() }
    let results = concurrentMap(readable, progress: { progress.show("Rewriting", $0) }) { path in
      Swift.Result { try FileChange(path, by: rewriter, knowing: known) }
    }
    progress.clear()

    var changed: [FileChange] = []
    var changeCount = 0
    for (path, result) in zip(readable, results) {
      switch result {
      case .success(let change):
        remarks += change.remarks
        changeCount += change.changeCount
        if change.new != change.old { changed.append(change) }
      case .failure(let error): remarks.append(Remark(error as! SourceError, path: path))
      }
    }
    let isBroken = remarks.contains { $0.reason == "does-not-parse" }
    if dryRun {
      for change in changed { print(change.diff, terminator: "") }
    } else if !isBroken {
      for change in changed {
        do { try FileContents.replace(change.path, with: change.new) } catch {
          remarks.append(Remark(error, path: change.path))
        }
      }
    }
    for remark in remarks { Standard.error("\(remark)") }
    let leftCount = remarks.count { $0.kind == .left }
    if isBroken {
      Standard.error("Nothing was written, because a file does not parse. Correct it, or leave it out with --exclude.")
    } else {
      Standard.error(
        "\(dryRun ? "Would change" : "Changed") \(changeCount) \(changes) in \(changed.count) of \(finder.files.count) files; \(leftCount) left."
      )
    }
    if leftCount > 0 { throw ExitCode.somethingLeft }
  }
}

/// The old and the new contents of a file.
private struct FileChange: Sendable {
  let path: String
  let old: [UInt8]
  let new: [UInt8]
  let remarks: [Remark]
  let changeCount: Int

  init<R: Rewriter>(_ path: String, by rewriter: R, knowing surveys: [R.Survey]) throws(SourceError) {
    self.path = path
    old = try FileContents.read(path)
    let source = try SourceText(path: path, contents: old)
    let rewriting = rewriter.rewrite(source, knowing: surveys)
    remarks = rewriting.remarks
    changeCount = rewriting.changeCount
    new = rewriting.edits.isEmpty ? old : try source.applying(rewriting.edits)
  }

  var diff: String {
    UnifiedDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self), path: path)
      .description
  }
}
