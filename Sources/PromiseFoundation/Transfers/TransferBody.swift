import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body of a request that is not a download.
enum TransferBody: Sendable {
  /// The body that the request itself has, if any.
  case request
  /// The bytes to upload.
  case data(Data)
  /// The file to upload.
  case file(URL)

  /// Throws an error if the request cannot have this body, or if the body is a file that cannot be read.
  func check(for request: URLRequest) throws {
    let isUpload = if case .request = self { request.httpBody != nil } else { true }
    guard !isUpload || (request.httpMethod ?? "GET") != "GET" else { throw TransferError.bodyNotAllowed("GET") }
    guard case .file(let url) = self else { return }
    var isFolder: ObjCBool = false
    guard url.isFileURL, FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue,
      FileManager.default.isReadableFile(atPath: url.path)
    else { throw TransferError.unreadableFile(url) }
  }
}
