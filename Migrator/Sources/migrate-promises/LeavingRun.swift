import Foundation
import Leaving
import SourceEditing

/// What `unchain --without-promises` does after chains have become statements.
struct LeavingRun {
  let options: LeavingOptions
  /// The folder for the files to copy.
  let folder: String?

  /// Replaces the promises that remain, in memory.
  func run(of files: [String], after earlier: RewriteRun) -> RewriteRun {
    let replaced = RewriteRun(of: files, after: earlier, by: PlainSwiftRewriter())
    var options = options
    options.hasUnreadFiles = earlier.remarks.contains {
      ["does-not-parse", "not-text", "unreadable"].contains($0.reason)
    }
    return RewriteRun(of: files, after: replaced, by: LeavingRewriter(options: options))
  }

  /// Copies the files with functions that the new text calls. Files that exist are not replaced.
  ///
  /// - Returns: What was copied, or is to be copied.
  func copyFiles(neededBy run: inout RewriteRun, dryRun: Bool) -> [String] {
    let files = CopiedFiles.texts(ofFilesNamed: run.neededFiles)
    guard !files.isEmpty else { return [] }
    guard let folder else {
      let names = Self.list(files.map(\.name))
      return ["Copy \(names) from Examples/Sources/PlainSwift into the module, or pass --copy-to with a folder."]
    }
    guard !dryRun else { return ["Would copy \(Self.list(files.map(\.name))) to \(folder)."] }
    var (copied, kept): ([String], [String]) = ([], [])
    for (name, text) in files {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      do throws(SourceError) {
        if try FileContents.create(path, with: text) { copied.append(name) } else { kept.append(name) }
      } catch {
        run.remarks.append(Remark(error, path: "\(folder)/\(name)"))
      }
    }
    return [("Copied", copied, "to"), ("Kept", kept, "in")].compactMap { verb, names, preposition in
      names.isEmpty ? nil : "\(verb) \(Self.list(names)) \(preposition) \(folder)."
    }
  }

  private static func list(_ names: [String]) -> String {
    names.formatted(.list(type: .and, width: .standard).locale(Locale(identifier: "en_GB")))
  }
}
