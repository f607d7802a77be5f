#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// What a ``TransferSession`` tells of a task, on its delegate queue, which is serial.
  protocol Transfer: AnyObject, Sendable {
    /// A response begins. A task that authenticates itself receives a second one, which replaces the first.
    func begin(_ task: URLSessionTask)
    /// A part of the response's body has arrived.
    func receive(_ data: Data, _ task: URLSessionTask)
    /// So many bytes of the request's body have been sent.
    func send(_ count: Int64)
    /// The task has ended, with an error if it failed.
    func end(_ response: URLResponse?, _ error: (any Error)?)
  }

  /// A transfer whose response is collected in memory.
  final class ReceivingTransfer: Transfer, @unchecked Sendable {
    // Guarded by the delegate queue of the session, which is serial.
    private var data = Data()
    /// The length of the body to upload, or `nil` if the progress is that of the response.
    private let uploadCount: Int?
    private let resolver: Resolver<(data: Data, response: URLResponse)>

    init(_ resolver: Resolver<(data: Data, response: URLResponse)>, uploading uploadCount: Int? = nil) {
      self.resolver = resolver
      self.uploadCount = uploadCount
    }

    func begin(_ task: URLSessionTask) { data = Data() }

    func receive(_ data: Data, _ task: URLSessionTask) {
      self.data += data
      if uploadCount == nil {
        resolver.progress.report(Int64(self.data.count), of: task.countOfBytesExpectedToReceive)
      }
    }

    func send(_ count: Int64) {
      if let uploadCount { resolver.progress.report(count, of: Int64(uploadCount)) }
    }

    func end(_ response: URLResponse?, _ error: (any Error)?) { resolver.resolve(response.map { (data, $0) }, error) }
  }

  /// A transfer whose response is written to a file.
  final class DownloadTransfer: Transfer, @unchecked Sendable {
    // The properties that change are guarded by the delegate queue of the session, which is serial.
    private var handle: FileHandle?
    private var received: Int64 = 0
    /// The error with which writing to the file failed.
    private var writeError: (any Error)?
    private let file: DownloadFile
    private let resolver: Resolver<(saveLocation: URL, response: URLResponse)>

    init(_ file: DownloadFile, _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>) {
      self.file = file
      self.resolver = resolver
    }

    func begin(_ task: URLSessionTask) { attempt(task) { try openEmptyFile() } }

    func receive(_ data: Data, _ task: URLSessionTask) {
      attempt(task) {
        if handle == nil { try openEmptyFile() }
        try handle?.write(contentsOf: data)
      }
      received += Int64(data.count)
      resolver.progress.report(received, of: task.countOfBytesExpectedToReceive)
    }

    func send(_ count: Int64) {}

    func end(_ response: URLResponse?, _ error: (any Error)?) {
      file.settle(resolver) {
        if handle == nil, error == nil { try openEmptyFile() }
        try handle?.close()
        if let error = writeError ?? error { throw error }
        guard let response else { throw URLError(.badServerResponse) }
        return response
      }
    }

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
      try Data().write(to: file.partial, options: .withoutOverwriting)
      handle = try FileHandle(forWritingTo: file.partial)
    }
  }
#endif
