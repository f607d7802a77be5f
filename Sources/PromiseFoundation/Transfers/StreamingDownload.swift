#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// The delegate of a session with a single task, whose response it writes to a file.
  final class StreamingDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // The properties that change are guarded by the session's delegate queue, which is serial.
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

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      // A task that authenticates itself receives a second response, which replaces the first one.
      attempt(dataTask) { try openEmptyFile() }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      attempt(dataTask) {
        if handle == nil { try openEmptyFile() }
        try handle?.write(contentsOf: data)
      }
      received += Int64(data.count)
      resolver.progress.report(received, of: dataTask.countOfBytesExpectedToReceive)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let outcome = Result<(saveLocation: URL, response: URLResponse), any Error> {
        if handle == nil, error == nil { try openEmptyFile() }
        try handle?.close()
        if let error = writeError ?? error { throw error }
        guard resolver.promise.isPending else { throw CancellationError() }
        guard let response = task.response else { throw URLError(.badServerResponse) }
        try file.complete()
        return (file.location, response)
      }
      if case .failure = outcome { file.discard() }
      resolver.resolve(outcome)
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
