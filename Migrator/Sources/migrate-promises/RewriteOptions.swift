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
  ///   - others: What the command says about files that are not Swift source text.
  /// - Throws: `ExitCode` 1 if something is left.
  func run(_ rewriter: some Rewriter, changes: String, others: (any OtherFiles)? = nil) throws {
    let isOther: @Sendable (String) -> Bool = { others?.isWanted($0) ?? false }
    let finder = try files.find { $0.hasSuffix(".swift") || isOther($0) }
    let swiftFiles = finder.files.filter { !isOther(URL(fileURLWithPath: $0).lastPathComponent) }
    let progress = ProgressLine(total: swiftFiles.count)
    let surveys = concurrentMap(swiftFiles, progress: { progress.show("Reading", $0) }) { path in
      Swift.Result { try rewriter.survey(SourceText(reading: path)) }
    }
    var remarks = finder.remarks
    var readable: [String] = []
    for (path, survey) in zip(swiftFiles, surveys) {
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
    if let others {
      for path in finder.files where isOther(URL(fileURLWithPath: path).lastPathComponent) {
        do { remarks += others.remarks(path: path, contents: try FileContents.read(path)) } catch {
          remarks.append(Remark(error, path: path))
        }
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
        "\(dryRun ? "Would change" : "Changed") \(changeCount) \(changes) in \(changed.count) of \(swiftFiles.count) files; \(leftCount) left."
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
