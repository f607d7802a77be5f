import CommandLineSupport

/// Finds all files below a folder before any of them is read.
struct FolderWalk {
  /// Whether to include entries with a name that starts with a dot.
  let includesHidden: Bool
  /// The cancellation that ends the walk early.
  let cancellation: Cancellation
  /// Called with each problem that the walk finds.
  let remark: (Remark) -> Void

  private var files: [ByteString] = []
  /// The folder that is being read and all its ancestors, including those above the root of the walk.
  private var ancestors: [FileIdentity] = []

  /// Creates a walk without starting it.
  init(includesHidden: Bool, cancellation: Cancellation, remark: @escaping (Remark) -> Void) {
    self.includesHidden = includesHidden
    self.cancellation = cancellation
    self.remark = remark
  }

  /// Returns the paths of all regular files below `root`, always in the same order.
  mutating func files(below root: ByteString) -> [ByteString] {
    files = []
    ancestors = FileIdentity.ancestors(of: root)
    enter(root, isRoot: true)
    return files
  }

  /// Collects the files of a folder and of all its subfolders.
  private mutating func enter(_ path: ByteString, isRoot: Bool = false) {
    if cancellation.isCancelled { return }
    let folder: Folder
    do {
      folder = try Folder(reading: path, followsLink: isRoot)
    } catch {
      return remark(Remark(path: path, failure: error))
    }
    ancestors.append(folder.identity)
    for entry in folder.entries where includesHidden || !entry.name.isHidden {
      visit(path.appending(entry.name), entry.kind)
    }
    ancestors.removeLast()
  }

  /// Handles one entry of a folder.
  private mutating func visit(_ path: ByteString, _ kind: Folder.Kind) {
    switch kind {
    case .file:
      files.append(path)
    case .folder:
      enter(path)
    case .link(let folder):
      if let folder, ancestors.contains(folder) { remark(Remark(path: path, kind: .loopingLink)) }
    case .brokenLink(let error):
      remark(Remark(path: path, kind: error.isLoop ? .loopingLink : .danglingLink(error)))
    case .other:
      break
    case .unknown(let error):
      remark(Remark(path: path, failure: error))
    }
  }
}
