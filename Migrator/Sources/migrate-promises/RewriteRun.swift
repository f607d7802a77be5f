import SourceEditing

/// One run of a command over all files.
struct RewriteRun {
  private(set) var changes: [FileChange] = []
  var remarks: [Remark] = []
  /// Whether any file declares a function with this base name.
  let declares: (String) -> Bool

  /// The names of the files to copy that the new text needs.
  private(set) var neededFiles: Set<String> = []

  /// Surveys all files, and computes the changes to those that concern the command.
  ///
  /// - Parameter earlier: The run of another command before, whose changes have not been written.
  init<Command: Rewriter>(of files: [String], after earlier: RewriteRun? = nil, by rewriter: Command) {
    let contents = FileContents.Overlay(earlier?.changes ?? [])
    let progress = ProgressLine(total: files.count)
    let surveys = concurrentMap(files, progress: { progress.show("Reading", $0) }) { path in
      Swift.Result { () throws(SourceError) in
        rewriter.survey(try SourceText(path: path, contents: contents.read(path)))
      }
    }
    remarks = earlier?.remarks ?? []
    neededFiles = earlier?.neededFiles ?? []
    var wanted: [String] = []
    var known: [Command.Survey] = []
    for (path, survey) in zip(files, surveys) {
      switch survey {
      case .success(let survey):
        known.append(survey)
        if rewriter.concerns(survey) { wanted.append(path) }
      // The run before has listed the file.
      case .failure(let error): if earlier == nil { remarks.append(Remark(error, path: path)) }
      }
    }
    var knowledge = rewriter.combine(known)
    let declared = knowledge
    declares = { rewriter.declares($0, in: declared) }
    var results: [Int: Swift.Result<FileChange, SourceError>] = [:]
    _ = rewriter.rewriteAll(wanted.count, knowing: &knowledge) { indices, knowledge in
      let new = concurrentMap(indices, progress: { progress.show("Rewriting", $0) }) { [wanted] index in
        Swift.Result { () throws(SourceError) in
          try FileChange(wanted[index], contents, by: rewriter, knowing: knowledge)
        }
      }
      for (index, result) in zip(indices, new) { results[index] = result }
      return zip(indices, new).map { index, result in
        (try? result.get())?.rewriting ?? Rewriting(path: wanted[index])
      }
    }
    progress.clear()
    var pending = Dictionary(uniqueKeysWithValues: (earlier?.changes ?? []).map { ($0.path, $0) })
    for (index, path) in wanted.enumerated() {
      switch results[index]! {
      case .success(var change):
        remarks += change.rewriting.remarks
        neededFiles.formUnion(change.rewriting.neededFiles)
        if let before = pending.removeValue(forKey: path) { change.add(before) }
        if change.new != change.old { changes.append(change) }
      case .failure(let error): remarks.append(Remark(error, path: path))
      }
    }
    changes += pending.values
    if earlier != nil { changes.sort { $0.path < $1.path } }
  }

  /// The number of functions, imports and so on that were changed.
  var changeCount: Int { changes.reduce(0) { $0 + $1.rewriting.changeCount } }

  /// The number of those in which something remains that the command is to replace.
  var incompleteCount: Int { changes.reduce(0) { $0 + $1.rewriting.incompleteCount } }

  /// Whether a file does not parse. It is left out.
  var isIncomplete: Bool { remarks.contains { $0.reason == "does-not-parse" } }

  /// Writes all changed files. A file that cannot be written is listed and not counted.
  mutating func replaceFiles() {
    TemporaryFile.removeAbandoned(nextTo: changes.map(\.path))
    for (index, change) in changes.enumerated().reversed() {
      do { try FileContents.replace(change.path, having: change.old, with: change.new) } catch {
        remarks.append(Remark(error, path: change.path))
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
  private(set) var rewriting: Rewriting

  init<R: Rewriter>(
    _ path: String, _ contents: FileContents.Overlay, by rewriter: R, knowing knowledge: R.Knowledge
  ) throws(SourceError) {
    self.path = path
    old = try contents.original(path)
    let current = try contents.read(path)
    let source = try SourceText(path: path, contents: current)
    let rewriting = rewriter.rewrite(source, knowing: knowledge)
    do throws(SourceError) {
      new = rewriting.edits.isEmpty ? current : try source.applying(rewriting.edits)
      self.rewriting = rewriting
    } catch {
      // The command must not write this.
      new = current
      let remark = Remark(
        .left, path: path, line: 1, column: 1, reason: "unexpected-result",
        message: "The result would not parse, so the file is left. Please report this, with the file. \(error)")
      self.rewriting = Rewriting(path: path, remarks: [remark])
    }
  }

  /// Adds the counts of an earlier change of the file, which this one contains.
  mutating func add(_ earlier: FileChange) {
    rewriting.changeCount += earlier.rewriting.changeCount
    rewriting.incompleteCount += earlier.rewriting.incompleteCount
  }

  var diff: String {
    UnifiedDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self), path: path)
      .description
  }
}

extension FileContents {
  /// The contents of files after changes that have not been written.
  struct Overlay: Sendable {
    private let changes: [String: FileChange]

    init(_ changes: [FileChange]) {
      self.changes = Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0) })
    }

    /// Returns the contents after the changes.
    func read(_ path: String) throws(SourceError) -> [UInt8] {
      if let change = changes[path] { return change.new }
      return try FileContents.read(path)
    }

    /// Returns the contents before the changes.
    func original(_ path: String) throws(SourceError) -> [UInt8] {
      if let change = changes[path] { return change.old }
      return try FileContents.read(path)
    }
  }
}
