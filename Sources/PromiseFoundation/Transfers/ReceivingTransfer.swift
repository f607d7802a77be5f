#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  /// A transfer whose response is collected in memory.
  final class ReceivingTransfer: Transfer, @unchecked Sendable {
    // Guarded by the session's delegate queue, which is serial.
    private var data = Data()
    /// The length of the body to upload, or `nil` if the progress is that of the response.
    private let uploadCount: Int?
    private let resolver: Resolver<(data: Data, response: URLResponse)>

    init(_ resolver: Resolver<(data: Data, response: URLResponse)>, uploading uploadCount: Int? = nil) {
      self.resolver = resolver
      self.uploadCount = uploadCount
    }

    func willReceiveBody(_ task: URLSessionTask) { data = Data() }

    func didReceive(_ data: Data, _ task: URLSessionTask) {
      self.data += data
      if uploadCount == nil {
        resolver.progress.report(Int64(self.data.count), of: task.countOfBytesExpectedToReceive)
      }
    }

    func didSend(_ count: Int64) {
      if let uploadCount { resolver.progress.report(count, of: Int64(uploadCount)) }
    }

    func didComplete(_ response: URLResponse?, _ error: (any Error)?) {
      resolver.resolve(response.map { (data, $0) }, error)
    }

    func didCancel() {}
  }
#endif
