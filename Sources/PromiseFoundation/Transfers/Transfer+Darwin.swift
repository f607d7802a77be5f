#if !canImport(FoundationNetworking)
  import Foundation
  import PromiseCore

  extension URLSession {
    /// Starts the task of a request that is not a download.
    func send(_ request: URLRequest, _ body: TransferBody, _ resolver: Resolver<(data: Data, response: URLResponse)>) {
      let completion: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
        resolver.resolve(response.map { (data ?? Data(), $0) }, error)
      }
      switch body {
      case .request:
        start(dataTask(with: request, completionHandler: completion), resolver, \.countOfBytesReceived) {
          $0.countOfBytesExpectedToReceive
        }
      case .data(let data):
        start(uploadTask(with: request, from: data, completionHandler: completion), resolver, \.countOfBytesSent) {
          $0.countOfBytesExpectedToSend
        }
      case .file(let url):
        start(uploadTask(with: request, fromFile: url, completionHandler: completion), resolver, \.countOfBytesSent) {
          $0.countOfBytesExpectedToSend
        }
      }
    }

    /// Starts the task of a download.
    func download(
      _ request: URLRequest, to file: DownloadFile, _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>
    ) {
      let task = downloadTask(with: request) { temporary, response, error in
        guard let temporary, let response else { return resolver.resolve(nil, error) }
        // The session removes its temporary file when this handler returns. That file may be on another volume, so it
        // becomes the partial file first.
        file.settle(resolver) {
          try file.create { try FileManager.default.moveItem(at: temporary, to: $0) }
          return response
        }
      }
      resolver.onCancel { file.cancel() }
      start(task, resolver, \.countOfBytesReceived) { $0.countOfBytesExpectedToReceive }
    }

    /// Starts a task, connects its progress with that of the promise, and lets the promise cancel it.
    private func start<Value>(
      _ task: URLSessionTask, _ resolver: Resolver<Value>, _ count: KeyPath<URLSessionTask, Int64>,
      of total: @escaping @Sendable (URLSessionTask) -> Int64
    ) {
      let progress = resolver.progress
      let observation = KeyValueObservation(
        task.observe(count, options: .new) { task, change in
          progress.report(change.newValue ?? 0, of: total(task))
        })
      // The promise retains the observation until it settles.
      resolver.onCancel {
        observation.end()
        task.cancel()
      }
      task.resume()
    }
  }
#endif
