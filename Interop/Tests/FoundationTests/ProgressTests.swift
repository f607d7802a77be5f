import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests the progress of large transfers.
@Suite(.promises(timeLimit: .testLimit), .web) struct ProgressTests {
  let web = WebTrait.current!
  /// The body of a transfer, which is larger than the buffers of a connection.
  let body = Data(repeating: UInt8(ascii: "x"), count: 5_000_000)
  /// Opened when the progress is observed. Until then, the server neither reads nor sends a body.
  let observed = Gate()

  /// Waits for a promise, and expects that its progress grows in several steps to the length of the body.
  private func expectProgress<Value>(
    of promise: Promise<Value>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let snapshots = Log<ProgressSnapshot>()
    let ended = Gate()
    promise.onProgress(on: nil) { snapshot in
      snapshots(snapshot)
      if snapshot.fractionCompleted == 1 { ended.open() }
    }
    observed.open()
    try await promise.get()
    // Handlers of progress are called after the waiting task has been resumed.
    try await ended.opened()
    let counts = snapshots.entries.map(\.completedUnitCount)
    #expect(counts.count > 1, sourceLocation: sourceLocation)
    #expect(counts == counts.sorted(), sourceLocation: sourceLocation)
    #expect(counts.last == Int64(body.count), sourceLocation: sourceLocation)
    #expect(snapshots.entries.allSatisfy { $0.totalUnitCount == Int64(body.count) }, sourceLocation: sourceLocation)
    #expect(promise.progress.snapshot.fractionCompleted == 1, sourceLocation: sourceLocation)
  }

  private func serveBody() async -> URL {
    let (body, observed) = (body, observed)
    await web.answer("/file") { _ in
      try await observed.opened()
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(data: body, suggestedBufferSize: 65_536))
    }
    return web.url("/file")
  }

  private func receiveBody() async -> URLRequest {
    await web.answer("/upload") { [observed] request in
      try await observed.opened()
      var count = 0
      for try await data in request.bodySequence { count += data.count }
      return HTTPResponse(statusCode: .ok, body: Data("\(count)".utf8))
    }
    var request = URLRequest(url: web.url("/upload"))
    request.httpMethod = "POST"
    return request
  }

  @Test func `the progress of a data task counts the bytes received`() async throws {
    try await expectProgress(of: web.session.dataTask(.promise, with: await serveBody()))
  }

  @Test func `the progress of a download counts the bytes received`() async throws {
    try await expectProgress(of: web.session.downloadTask(.promise, with: await serveBody(), to: web.file))
  }

  @Test func `the progress of an upload of bytes counts the bytes sent`() async throws {
    try await expectProgress(of: web.session.uploadTask(.promise, with: await receiveBody(), from: body))
  }

  @Test func `the progress of an upload of a file counts the bytes sent`() async throws {
    let file = web.folder.appendingPathComponent("upload")
    try body.write(to: file)
    let promise = web.session.uploadTask(.promise, with: await receiveBody(), fromFile: file)
    try await expectProgress(of: promise)
    #expect(try await promise.get().data == Data("\(body.count)".utf8))
  }

  @Test func `the progress of a derived promise is that of the transfer`() async throws {
    try await expectProgress(of: web.session.get(await serveBody()).map(\.data.count))
  }

  @Test func `the total of a body of unknown length is unknown`() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    try await SilentServer.with(head, "0\r\n\r\n") { silent in
      let promise = web.session.downloadTask(.promise, with: silent.server.url(), to: web.file)
      let progress = promise.progress
      try await eventually("There is no progress.") { progress.snapshot.completedUnitCount == 5 }
      #expect(progress.snapshot.totalUnitCount <= 0 && progress.snapshot.fractionCompleted == 0)
      silent.answer.open()
      try await promise.get()
      #expect(progress.snapshot.fractionCompleted == 1)
    }
  }
}
