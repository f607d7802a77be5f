#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// A transfer whose response is written to a file.
  final class DownloadTransfer: Transfer, @unchecked Sendable {
    // The properties that change are guarded by the session's delegate queue, which is serial.
    private var handle: FileHandle?
    private var received: Int64 = 0  // equivalent constant: The creation of the file sets it.
    /// The error with which writing to the file failed.
    private var writeError: (any Error)?
    private let file: DownloadFile
    private let resolver: Resolver<(saveLocation: URL, response: URLResponse)>

    init(_ file: DownloadFile, _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>) {
      self.file = file
      self.resolver = resolver
    }

    func willReceiveBody(_ task: URLSessionTask) { attempt(task) { try openEmptyFile() } }

    func didReceive(_ data: Data, _ task: URLSessionTask) {
      attempt(task) {
        if handle == nil { try openEmptyFile() }
        try handle?.write(contentsOf: data)
      }
      received += Int64(data.count)
      resolver.progress.report(received, of: task.countOfBytesExpectedToReceive)
    }

    func didSend(_ count: Int64) {}

    func didComplete(_ response: URLResponse?, _ error: (any Error)?) {
      file.settle(resolver) {
        if handle == nil, error == nil { try openEmptyFile() }
        try handle?.close()  // equivalent drop: The release of the transfer closes the file as well.
        if let error = writeError ?? error { throw error }
        guard let response else { throw URLError(.badServerResponse) }
        return response
      }
    }

    func didCancel() { file.cancel() }

    /// Writes to the file. If that fails, ends the task.
    private func attempt(_ task: URLSessionTask, _ write: () throws -> Void) {
      guard writeError == nil else { return }
      do {
        try write()
      } catch {
        writeError = error
        task.cancel()
      }
    }

    /// Creates the partial file, or empties it.
    private func openEmptyFile() throws {
      received = 0
      if let handle { return try handle.truncate(atOffset: 0) }
      handle = try file.create { partial in
        try Data().write(to: partial, options: .withoutOverwriting)
        return try FileHandle(forWritingTo: partial)
      }
    }
  }
#endif
