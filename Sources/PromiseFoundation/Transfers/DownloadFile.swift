import Foundation
import PromiseCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The file of a download: a partial file beside the final one, which is renamed when it is complete, so that the final
/// file appears atomically.
final class DownloadFile: Sendable {
  /// What has happened to the files. The lock guards the files as well.
  private enum State {
    case incomplete
    case complete
    case canceled
  }

  /// The location of the complete file.
  private let location: URL
  /// The location of the incomplete file. It is hidden, and unique to this download.
  private let partial: URL
  private let state = Lock(State.incomplete)

  /// Creates the locations of a download.
  ///
  /// - Throws: A ``TransferError`` if there is a file at `location`, or no folder to create it in. The download checks
  ///   this before it begins, so that no bytes are transferred needlessly.
  init(_ location: URL) throws {
    self.location = location
    let folder = location.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    guard location.isFileURL, !location.hasDirectoryPath else { throw TransferError.notAFile(location) }
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw TransferError.folderNotFound(location)
    }
    partial = folder.appendingPathComponent(".\(UUID().uuidString).partial")
    try checkThatFileIsNew()
  }

  /// Calls a function that creates the partial file, unless the download has been canceled.
  func create<Value: Sendable>(_ body: (_ partial: URL) throws -> Value) throws -> Value {
    try state.withLock { state in
      if case .canceled = state { throw CancellationError() }
      return try body(partial)
    }
  }

  /// Renames the complete partial file to its final name, and settles the promise of the download. If the download has
  /// failed, no file remains.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the promise.
  ///   - finish: A closure that completes the partial file, and returns the response.
  func settle(
    _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>, _ finish: () throws -> URLResponse
  ) {
    let outcome = Result {
      let response = try finish()
      try state.withLock { state in
        if case .canceled = state { throw CancellationError() }
        try checkThatFileIsNew()
        try FileManager.default.moveItem(at: partial, to: location)
        state = .complete
      }
      return (saveLocation: location, response: response)
    }
    if case .failure = outcome { try? FileManager.default.removeItem(at: partial) }
    resolver.resolve(outcome)
  }

  /// Removes the file of a download whose promise has been canceled, and prevents that it is created later.
  func cancel() {
    state.withLock { state in
      if case .complete = state { try? FileManager.default.removeItem(at: location) }
      try? FileManager.default.removeItem(at: partial)
      state = .canceled
    }
  }

  /// Throws an error if there is a file, or a symbolic link to nowhere, at the final location.
  private func checkThatFileIsNew() throws {
    guard (try? FileManager.default.attributesOfItem(atPath: location.path)) == nil else {
      throw TransferError.fileExists(location)
    }
  }
}
