import SourceEditing

/// One run of a command over all files.
struct RewriteRun {
  private(set) var changes: [FileChange] = []
  /// The number of functions, imports and so on that were changed.
  private(set) var changeCount = 0
  /// The number of those in which something remains that the command is to replace.
  private(set) var incompleteCount = 0
  var remarks: [Remark] = []
  /// Whether any file declares a function with this base name.
  let declares: (String) -> Bool

  /// Surveys all files, and computes the changes to those that concern the command.
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
    var knowledge = rewriter.combine(known)
    let declared = knowledge
    declares = { rewriter.declares($0, in: declared) }
    var results: [Int: Swift.Result<FileChange, SourceError>] = [:]
    _ = rewriter.rewriteAll(wanted.count, knowing: &knowledge) { indices, knowledge in
      let new = concurrentMap(indices, progress: { progress.show("Rewriting", $0) }) { [wanted] index in
        Swift.Result { () throws(SourceError) in try FileChange(wanted[index], by: rewriter, knowing: knowledge) }
      }
      for (index, result) in zip(indices, new) { results[index] = result }
      return zip(indices, new).map { index, result in
        (try? result.get())?.rewriting ?? Rewriting(path: wanted[index])
      }
    }
    progress.clear()
    for (index, path) in wanted.enumerated() {
      switch results[index]! {
      case .success(let change):
        remarks += change.rewriting.remarks
        count(change, by: +)
        if change.new != change.old { changes.append(change) }
      case .failure(let error): remarks.append(Remark(error, path: path))
      }
    }
  }

  private mutating func count(_ change: FileChange, by operation: (Int, Int) -> Int) {
    changeCount = operation(changeCount, change.rewriting.changeCount)
    incompleteCount = operation(incompleteCount, change.rewriting.incompleteCount)
  }

  /// Whether a file does not parse. It is left out.
  var isIncomplete: Bool { remarks.contains { $0.reason == "does-not-parse" } }

  /// Writes all changed files. A file that cannot be written is listed and not counted.
  mutating func replaceFiles() {
    TemporaryFile.removeAbandoned(nextTo: changes.map(\.path))
    for (index, change) in changes.enumerated().reversed() {
      do { try FileContents.replace(change.path, having: change.old, with: change.new) } catch {
        remarks.append(Remark(error, path: change.path))
        count(change, by: -)
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
  let rewriting: Rewriting

  init<R: Rewriter>(_ path: String, by rewriter: R, knowing knowledge: R.Knowledge) throws(SourceError) {
    self.path = path
    old = try FileContents.read(path)
    let source = try SourceText(path: path, contents: old)
    let rewriting = rewriter.rewrite(source, knowing: knowledge)
    do throws(SourceError) {
      new = rewriting.edits.isEmpty ? old : try source.applying(rewriting.edits)
      self.rewriting = rewriting
    } catch {
      // The command must not write this.
      new = old
      let remark = Remark(
        .left, path: path, line: 1, column: 1, reason: "unexpected-result",
        message: "The result would not parse, so the file is left. Please report this, with the file. \(error)")
      self.rewriting = Rewriting(path: path, remarks: [remark])
    }
  }

  var diff: String {
    UnifiedDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self), path: path)
      .description
  }
}
