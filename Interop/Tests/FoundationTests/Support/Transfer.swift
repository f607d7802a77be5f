import Foundation
import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ways to send a request.
enum Transfer: String, CaseIterable, Codable, Sendable {
  case data
  case uploadOfData
  case uploadOfFile
  case download

  /// Starts the transfer of a small body.
  ///
  /// - Parameters:
  ///   - web: The session, and the folder of the file to upload or to create.
  ///   - request: The request.
  func start(_ web: Web, _ request: URLRequest) throws -> Promise<Void> {
    var request = request
    switch self {
    case .data:
      return web.session.dataTask(.promise, with: request).asVoid()
    case .uploadOfData:
      request.httpMethod = "POST"
      return web.session.uploadTask(.promise, with: request, from: Data("body".utf8)).asVoid()
    case .uploadOfFile:
      request.httpMethod = "POST"
      let file = web.folder.appendingPathComponent("upload")
      try Data("body".utf8).write(to: file)
      return web.session.uploadTask(.promise, with: request, fromFile: file).asVoid()
    case .download:
      return web.session.downloadTask(.promise, with: request, to: web.file).asVoid()
    }
  }

  /// Starts the transfer of a small body.
  func start(_ web: Web, _ url: URL) throws -> Promise<Void> { try start(web, URLRequest(url: url)) }

  /// The files that a failed transfer leaves in the folder.
  var filesAfterFailure: [String] { self == .uploadOfFile ? ["upload"] : [] }
}
