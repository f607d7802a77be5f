public import Foundation
public import PromiseCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// On every system, canceling the promise of a transfer cancels its task, and `promise.progress` follows its bytes. On
// Linux, the tasks run in a session of their own; see `TransferSession`.
extension URLSession {
  /// Sends a request, and returns a promise of the response and its body.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().decode(User.self).done { user in
  ///   print(user.name)
  /// }.catch { error in
  ///   print(error.localizedDescription)
  /// }
  /// ```
  ///
  /// A response of any status fulfills the promise; `validate()` rejects those that report a failure. The progress of
  /// the promise counts the bytes of the body received so far, whenever it is requested.
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - request: The request, or the URL of a `GET` request.
  /// - Returns: A promise of the body and the response. It is rejected with the session's error, such as a `URLError`,
  ///   or with a ``TransferError`` if the request is invalid. Canceling the promise cancels the task.
  public func dataTask(
    _ namespace: PromiseNamespace, with request: some URLRequestConvertible, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> { transfer(request.pmkRequest, .request, file: file, line: line) }

  /// Sends a request with a body, and returns a promise of the response and its body.
  ///
  /// A response of any status fulfills the promise. The progress of the promise counts the bytes sent so far, whenever
  /// it is requested.
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - request: The request, whose method must allow a body, such as `POST` or `PUT`. Its own body is ignored.
  ///   - data: The body of the request.
  /// - Returns: A promise of the body and the response. It is rejected with the session's error, such as a `URLError`,
  ///   or with a ``TransferError`` if the request is invalid. Canceling the promise cancels the task.
  public func uploadTask(
    _ namespace: PromiseNamespace, with request: some URLRequestConvertible, from data: Data,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    transfer(request.pmkRequest, .data(data), file: file, line: line)
  }

  /// Sends a request whose body is the contents of a file, and returns a promise of the response and its body.
  ///
  /// In every other respect, this method behaves like ``uploadTask(_:with:from:file:line:)``. On Linux, the file is read
  /// into memory.
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - request: The request.
  ///   - fileURL: The file with the body of the request.
  /// - Returns: A promise of the body and the response. It is rejected with ``TransferError/unreadableFile(_:)`` if the
  ///   file cannot be read.
  public func uploadTask(
    _ namespace: PromiseNamespace, with request: some URLRequestConvertible, fromFile fileURL: URL,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    transfer(request.pmkRequest, .file(fileURL), file: file, line: line)
  }

  /// Sends a request, saves the body of the response to a file, and returns a promise of the file and the response.
  ///
  /// A response of any status is saved; `validate()` rejects those that report a failure, and removes their file. The
  /// file appears under its name only when it is complete: until then, its contents are in another file, which is
  /// removed if the download fails, and before `cancel()` returns if it is canceled. The progress of the promise counts
  /// the bytes received so far, whenever it is requested.
  ///
  /// - Parameters:
  ///   - namespace: The value `.promise`.
  ///   - request: The request, or the URL of a `GET` request.
  ///   - saveLocation: The file to create. It must not exist, and its folder must exist.
  /// - Returns: A promise of `saveLocation` and the response. It is rejected with a ``TransferError`` if the request is
  ///   invalid or the file cannot be created, or with the session's error. Canceling the
  ///   promise cancels the task.
  public func downloadTask(
    _ namespace: PromiseNamespace, with request: some URLRequestConvertible, to saveLocation: URL,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(saveLocation: URL, response: URLResponse)> {
    Promise(
      resolver: { resolver in
        let request = request.pmkRequest
        try request.check()
        let file = try DownloadFile(saveLocation)
        resolver.storeProgress()
        download(request, to: file, resolver)
      }, file: file, line: line)
  }

  /// Sends a request with a body.
  private func transfer(
    _ request: URLRequest, _ body: TransferBody, file: StaticString, line: UInt
  ) -> Promise<(data: Data, response: URLResponse)> {
    Promise(
      resolver: { resolver in
        try request.check()
        try body.check(for: request)
        resolver.storeProgress()
        send(request, body, resolver)
      }, file: file, line: line)
  }
}

extension Resolver {
  /// Stores every report from now on. Otherwise, a progress that is requested later would begin with the next report,
  /// and there is none between the end of an upload and its response.
  fileprivate func storeProgress() { _ = promise.progress }
}
