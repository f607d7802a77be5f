#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseConcurrency

  extension URLSession {
    /// Starts the task of a request that is not a download.
    ///
    /// This version of Foundation reports the progress of a single task only to the delegate that its `async` functions
    /// take.
    func send(_ request: URLRequest, _ body: TransferBody, _ resolver: Resolver<(data: Data, response: URLResponse)>) {
      let delegate = TransferProgress(resolver.progress)
      let task = Task {
        do {
          let response =
            switch body {
            case .request: try await self.data(for: request, delegate: delegate)
            case .data(let data): try await self.upload(for: request, from: data, delegate: delegate)
            case .file(let url): try await self.upload(for: request, fromFile: url, delegate: delegate)
            }
          resolver.fulfill(response)
        } catch {
          resolver.reject(error)
        }
      }
      resolver.onCancel { task.cancel() }
    }

    /// Starts the task of a download.
    ///
    /// It is a data task of a session of its own. In this version of Foundation, a download task leaves its temporary
    /// file behind when it fails, and reports no progress.
    func download(
      _ request: URLRequest, to file: DownloadFile, _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>
    ) {
      let session = URLSession(
        configuration: configuration, delegate: StreamingDownload(file, resolver), delegateQueue: nil)
      let task = session.dataTask(with: request)
      session.finishTasksAndInvalidate()
      resolver.onCancel { task.cancel() }
      task.resume()
    }
  }

  /// The delegate of a task, which reports the progress of its upload or, if it has no body to send, of its response.
  private final class TransferProgress: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Guarded by the session's delegate queue, which is serial.
    private var received: Int64 = 0
    private let progress: ProgressReporter

    init(_ progress: ProgressReporter) { self.progress = progress }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent sent: Int64,
      totalBytesExpectedToSend total: Int64
    ) {
      if task is URLSessionUploadTask { progress.report(sent, of: total) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      guard !(dataTask is URLSessionUploadTask) else { return }
      received += Int64(data.count)
      progress.report(received, of: dataTask.countOfBytesExpectedToReceive)
    }
  }
#endif
