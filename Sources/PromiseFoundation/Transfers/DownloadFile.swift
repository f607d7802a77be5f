import Foundation
import PromiseCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

  /// Gives the complete partial file its final name, and settles the promise of the download.
  ///
  /// If the promise has been canceled in the meantime, or the download has failed, no file remains.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the promise.
  ///   - finish: A closure that completes the partial file, and returns the response.
  func settle(
    _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>, _ finish: () throws -> URLResponse
  ) {
    let outcome = Result {
      let response = try finish()
      guard resolver.promise.isPending else { throw CancellationError() }
      try checkThatFileIsNew()
      try FileManager.default.moveItem(at: partial, to: location)
      return (saveLocation: location, response: response)
    }
    if case .failure = outcome { try? FileManager.default.removeItem(at: partial) }
    resolver.resolve(outcome)
    if case .success = outcome, resolver.isCancelled { try? FileManager.default.removeItem(at: location) }
  }

  /// Throws an error if there is a file, or a symbolic link to nowhere, at the final location.
  private func checkThatFileIsNew() throws {
    guard (try? FileManager.default.attributesOfItem(atPath: location.path)) == nil else {
      throw TransferError.fileExists(location)
    }
  }
}
