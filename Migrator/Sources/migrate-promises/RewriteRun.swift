import SourceEditing

/// One run of a command over all files.
struct RewriteRun {
  private(set) var changes: [FileChange] = []
  /// The number of functions, imports and so on that were changed.
  private(set) var changeCount = 0
  var remarks: [Remark] = []

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
    let knowledge = rewriter.combine(known)
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

  /// Whether a file does not parse, before or after its edits.
  var isBroken: Bool { remarks.contains { $0.reason == "does-not-parse" } }

  /// Writes the new contents of all changed files.
  mutating func replaceFiles() {
    for change in changes {
      do { try FileContents.replace(change.path, with: change.new) } catch {
        remarks.append(Remark(error, path: change.path))
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
    remarks = rewriting.remarks
    changeCount = rewriting.changeCount
    new = rewriting.edits.isEmpty ? old : try source.applying(rewriting.edits)
  }

  var diff: String {
    UnifiedDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self), path: path)
      .description
  }
}
