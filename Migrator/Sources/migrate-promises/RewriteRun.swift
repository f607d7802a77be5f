import SourceEditing

/// One run of a command over all files.
struct RewriteRun {
  private(set) var changes: [FileChange] = []
  /// The number of functions, imports and so on that were changed.
  private(set) var changeCount = 0
  var remarks: [Remark] = []
  /// Whether a function of a name is declared.
  let declares: (String) -> Bool

  /// Surveys all files, and rewrites those that the command is concerned with.
  init<Command: Rewriter>(of files: [String], by rewriter: Command) {
    let progress = ProgressLine(total: files.count)
    let surveys = concurrentMap(files, progress: { progress.show("Reading", $0) }) { path in
      Swift.Result { () throws(SourceError) in rewriter.survey(try SourceText(reading: path)) }
    }
    var wanted: [String] = []
    var known: [Command.Survey] = []
    for (path, survey) in zip(files, surveys) {
      switch survey {
      case .success(let survey):
        known.append(survey)
        if rewriter.concerns(survey) { wanted.append(path) }
      case .failure(let error): remarks.append(Remark(error, path: path))
      }
    }
    let combined = rewriter.combine(known)
    let left = concurrentMap(wanted) { path in
      (try? SourceText(reading: path)).map { rewriter.review($0, knowing: combined) } ?? []
    }
    declares = { rewriter.declares($0, in: combined) }
    let knowledge = rewriter.refine(combined, leaving: left.reduce(into: []) { $0.formUnion($1) })
    let results = concurrentMap(wanted, progress: { progress.show("Rewriting", $0) }) { path in
      Swift.Result { () throws(SourceError) in try FileChange(path, by: rewriter, knowing: knowledge) }
    }
    progress.clear()
    for (path, result) in zip(wanted, results) {
      switch result {
      case .success(let change):
        remarks += change.remarks
        changeCount += change.changeCount
        if change.new != change.old { changes.append(change) }
      case .failure(let error): remarks.append(Remark(error, path: path))
      }
    }
  }

  /// Whether a file does not parse. It is left out.
  var isIncomplete: Bool { remarks.contains { $0.reason == "does-not-parse" } }

  /// Writes the new contents of all changed files. Those that cannot be written are no longer counted as changed.
  mutating func replaceFiles() {
    for (index, change) in changes.enumerated().reversed() {
      do { try FileContents.replace(change.path, having: change.old, with: change.new) } catch {
        remarks.append(Remark(error, path: change.path))
        changeCount -= change.changeCount
        changes.remove(at: index)
      }
    }
  }
}

/// The old and the new contents of a file.
struct FileChange: Sendable {
  let path: String
  let old: [UInt8]
  let new: [UInt8]
  let remarks: [Remark]
  let changeCount: Int

  init<R: Rewriter>(_ path: String, by rewriter: R, knowing knowledge: R.Knowledge) throws(SourceError) {
    self.path = path
    old = try FileContents.read(path)
    let source = try SourceText(path: path, contents: old)
    let rewriting = rewriter.rewrite(source, knowing: knowledge)
    do throws(SourceError) {
      new = rewriting.edits.isEmpty ? old : try source.applying(rewriting.edits)
      remarks = rewriting.remarks
      changeCount = rewriting.changeCount
    } catch {
      // The command must not write this. The other files are not to blame.
      new = old
      remarks = [
        Remark(
          .left, path: path, line: 1, column: 1, reason: "unexpected-result",
          message: "The result would not parse, so the file is left. Please report this, with the file. \(error)")
      ]
      changeCount = 0
    }
  }

  var diff: String {
    UnifiedDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self), path: path)
      .description
  }
}
