import Foundation
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The file of a download: when it appears under its name, and when nothing is left of it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DownloadFileTests {
  private typealias Download = (saveLocation: URL, response: URLResponse)

  private let folder: TemporaryFolder
  private let location: URL

  init() throws {
    folder = try TemporaryFolder()
    location = try folder.file("name")
  }

  private var response: URLResponse {
    URLResponse(url: location, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
  }

  /// Returns a file with a part of the download.
  private func begun() throws -> DownloadFile {
    let file = try DownloadFile(location)
    try file.create { try Data("text".utf8).write(to: $0) }
    return file
  }

  @Test func `a part is hidden, and the whole has its name`() async throws {
    let file = try begun()
    #expect(folder.names.count == 1 && folder.names[0].hasPrefix(".") && folder.names[0].hasSuffix(".partial"))
    let (promise, resolver) = Promise<Download>.pending()
    file.settle(resolver) { response }
    #expect(try await promise.get().saveLocation == location)
    #expect(folder.names == ["name"] && (try? String(contentsOf: location, encoding: .utf8)) == "text")
  }

  @Test func `an error leaves nothing behind`() async throws {
    let file = try begun()
    let (promise, resolver) = Promise<Download>.pending()
    file.settle(resolver) { throw TestError.one }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(folder.names == [])
  }

  @Test func `a file that has appeared meanwhile is not replaced`() async throws {
    let file = try begun()
    try Data("other".utf8).write(to: location)
    let (promise, resolver) = Promise<Download>.pending()
    file.settle(resolver) { response }
    await #expect(throws: TransferError.fileExists(location)) { try await promise.get() }
    #expect(folder.names == ["name"] && (try? String(contentsOf: location, encoding: .utf8)) == "other")
  }

  @Test func `a canceled download cannot continue`() async throws {
    let file = try begun()
    file.cancel()
    #expect(folder.names == [])
    #expect(throws: CancellationError.self) { try file.create { _ in } }
    let (promise, resolver) = Promise<Download>.pending()
    file.settle(resolver) { response }
    await #expect(throws: CancellationError.self) { try await promise.get() }
    #expect(folder.names == [])
  }

  @Test func `canceling a download that is complete removes its file`() async throws {
    let file = try begun()
    let (promise, resolver) = Promise<Download>.pending()
    file.settle(resolver) { response }
    _ = try await promise.get()
    file.cancel()
    #expect(folder.names == [])
  }

  @Test func `the location must be that of a new file in a folder`() throws {
    let existing = try folder.file("existing", containing: "")
    let lost = folder.url.appendingPathComponent("missing/name")
    let web = URL(string: "https://example.com/name")!
    #expect(throws: TransferError.fileExists(existing)) { try DownloadFile(existing) }
    #expect(throws: TransferError.folderNotFound(lost)) { try DownloadFile(lost) }
    #expect(throws: TransferError.notAFile(web)) { try DownloadFile(web) }
  }
}
