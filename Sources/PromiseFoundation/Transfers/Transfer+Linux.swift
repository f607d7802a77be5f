#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseCore

  extension URLSession {
    /// Starts the task of a request that is not a download.
    func send(_ request: URLRequest, _ body: TransferBody, _ resolver: Resolver<(data: Data, response: URLResponse)>) {
      switch body {
      case .request:
        TransferSessionPool.start(ReceivingTransfer(resolver), request, in: self, resolver)
      case .data(let data):
        let transfer = ReceivingTransfer(resolver, uploading: data.count)
        TransferSessionPool.start(transfer, request, uploading: data, in: self, resolver)
      case .file(let url):
        // In this version of Foundation, an upload task of a file traps if it is canceled, and a request with a stream
        // is sent without its length, which many servers reject.
        do {
          send(request, .data(try Data(contentsOf: url, options: .mappedIfSafe)), resolver)
        } catch {
          resolver.reject(error)
        }
      }
    }

    /// Starts the task of a download.
    ///
    /// It is a data task, because a download task leaves its temporary file behind when it fails, and does not tell how
    /// many bytes it has received, in this version of Foundation.
    func download(
      _ request: URLRequest, to file: DownloadFile, _ resolver: Resolver<(saveLocation: URL, response: URLResponse)>
    ) {
      TransferSessionPool.start(DownloadTransfer(file, resolver), request, in: self, resolver)
    }
  }
#endif
