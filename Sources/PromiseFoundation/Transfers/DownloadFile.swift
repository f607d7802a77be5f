import Foundation

/// The file of a download: a partial file beside the final one, so that renaming it makes the complete file appear at
/// once.
struct DownloadFile: Sendable {
  /// The location of the complete file.
  let location: URL
  /// The location of the incomplete file. It is hidden, and unique to this download.
  let partial: URL

  /// Creates the locations of a download.
  ///
  /// - Throws: A ``TransferError`` if there is a file at `location`, or no folder to create it in. The download checks
  ///   this before it begins, so that nothing is transferred in vain.
  init(_ location: URL) throws {
    self.location = location
    let folder = location.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    guard location.isFileURL, FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw TransferError.folderNotFound(location) }
    guard !location.hasDirectoryPath else { throw TransferError.folderNotFound(location) }
    partial = folder.appendingPathComponent(".\(UUID().uuidString).partial")
    try checkThatFileIsNew()
  }

  /// Gives the partial file its final name.
  ///
  /// - Throws: ``TransferError/fileExists(_:)`` if a file has been created there in the meantime. The partial file is
  ///   removed if it cannot be renamed.
  func complete() throws {
    do {
      try checkThatFileIsNew()
      try FileManager.default.moveItem(at: partial, to: location)
    } catch {
      discard()
      throw error
    }
  }

  /// Removes the partial file.
  func discard() { try? FileManager.default.removeItem(at: partial) }

  /// Throws an error if there is a file, or a symbolic link to nowhere, at the final location.
  private func checkThatFileIsNew() throws {
    guard (try? FileManager.default.attributesOfItem(atPath: location.path)) == nil else {
      throw TransferError.fileExists(location)
    }
  }
}
