import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests downloads, and the files that they leave.
@Suite(.promises(timeLimit: .testLimit), .web) struct DownloadTests {
  let web = WebTrait.current!

  @Test func `a download saves the body`() async throws {
    await web.answer("/file", .ok, "contents")
    let (location, response) = try await web.session.downloadTask(.promise, with: web.url("/file"), to: web.file)
      .validate().get()
    #expect(location == web.file && (response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try Data(contentsOf: web.file) == Data("contents".utf8))
    #expect(try web.files == ["download"])
  }

  @Test func `a download sends the method, the headers and the body of its request`() async throws {
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "POST"
    request.httpBody = Data("body".utf8)
    request.setValue("1", forHTTPHeaderField: "X-Number")
    try await web.session.downloadTask(.promise, with: request, to: web.file).get()
    let echo = try JSONDecoder().decode(Echo.self, from: Data(contentsOf: web.file))
    #expect((echo.method, echo.body, echo.headers["x-number"]) == ("POST", "body", "1"))
  }

  @Test func `a download saves an empty body`() async throws {
    await web.answer("/file", .ok, "")
    try await web.session.downloadTask(.promise, with: web.url("/file"), to: web.file).get()
    #expect(try Data(contentsOf: web.file).isEmpty)
    #expect(try web.files == ["download"])
  }

  @Test func `a download saves a body of unknown length`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
    try await RawServer.with(sending: answer) { server in
      _ = try await web.session.downloadTask(.promise, with: server.url(), to: web.file).get()
    }
    #expect(try Data(contentsOf: web.file) == Data("abcdefg".utf8))
  }

  @Test func `a download saves every byte of a large body`() async throws {
    var generator = SeededGenerator(seed: 1)
    let body = Data((0..<3_000_001).map { _ in UInt8.random(in: 0...255, using: &generator) })
    await web.answer("/file") { _ in
      HTTPResponse(statusCode: .ok, body: HTTPBodySequence(data: body, suggestedBufferSize: 65_536))
    }
    try await web.session.downloadTask(.promise, with: web.url("/file"), to: web.file).get()
    #expect(try Data(contentsOf: web.file) == body)
  }

  @Test func `a download saves the page that it is redirected to, and nothing else`() async throws {
    await web.redirect("/old", to: "/new")
    await web.answer("/new", .ok, "contents")
    let (_, response) = try await web.session.downloadTask(.promise, with: web.url("/old"), to: web.file).get()
    #expect(response.url?.path == "/new")
    #expect(try Data(contentsOf: web.file) == Data("contents".utf8))
  }

  // MARK: Statuses of failure

  @Test func `a download of a status of failure is saved`() async throws {
    await web.answer("/file", .notFound, "nothing")
    try await web.session.downloadTask(.promise, with: web.url("/file"), to: web.file).get()
    #expect(try Data(contentsOf: web.file) == Data("nothing".utf8))
  }

  @Test(arguments: [404, 500]) func `validate() removes a download of a status of failure`(status: Int) async throws {
    let body = String(repeating: "0123456789", count: 500)
    await web.answer("/file", HTTPStatusCode(status, phrase: ""), body)
    let error = try await expectResponseError(
      web.session.downloadTask(.promise, with: web.url("/file"), to: web.file).validate(),
      """
      The response of \(web.url("/file")) has status \(status) \
      (\(HTTPURLResponse.localizedString(forStatusCode: status))). Its body has 5000 bytes of \
      text/plain.
      """)
    #expect(error.bodyByteCount == 5_000 && error.bodyPrefix == Data(body.utf8.prefix(1_024)))
    #expect(try web.files.isEmpty)
  }

  // MARK: Files in the way

  @Test func `a file that exists is not changed, and nothing is sent`() async throws {
    try Data("old".utf8).write(to: web.file)
    try await expectTransferError(
      web.session.downloadTask(.promise, with: web.url("/file"), to: web.file), .fileExists(web.file),
      "The file to download to already exists: \(web.file.path). Remove it first, or choose another location.")
    #expect(try Data(contentsOf: web.file) == Data("old".utf8))
    #expect(try web.files == ["download"])
  }

  @Test func `a symbolic link to nowhere counts as a file`() async throws {
    try FileManager.default.createSymbolicLink(atPath: web.file.path, withDestinationPath: "nowhere")
    try await expectRejected(
      web.session.downloadTask(.promise, with: web.url("/file"), to: web.file),
      throws: TransferError.fileExists(web.file))
    #expect(try web.files == ["download"])
  }

  @Test func `a missing folder rejects the promise, and is not created`() async throws {
    let file = web.folder.appendingPathComponent("missing/file")
    try await expectTransferError(
      web.session.downloadTask(.promise, with: web.url("/file"), to: file), .folderNotFound(file),
      "The folder to download to does not exist: \(file.deletingLastPathComponent().path). Create it first.")
    #expect(try web.files.isEmpty)
  }

  @Test func `a location that is no file rejects the promise`() async throws {
    for location in [URL(string: "https://example.com/file")!, web.folder.appendingPathComponent("a/")] {
      try await expectRejected(
        web.session.downloadTask(.promise, with: web.url("/file"), to: location),
        throws: TransferError.notAFile(location))
    }
    #expect(try web.files.isEmpty)
  }

  @Test func `a file that another program creates during the download is not changed`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ncont"
    try await SilentServer.with(head, "ents") { silent in
      let promise = web.session.downloadTask(.promise, with: silent.server.url(), to: web.file)
      try await silent.requested.opened()
      try Data("other".utf8).write(to: web.file)
      silent.answer.open()
      try await expectTransferError(
        promise, .fileExists(web.file),
        "The file to download to already exists: \(web.file.path). Remove it first, or choose another location.")
    }
    #expect(try Data(contentsOf: web.file) == Data("other".utf8))
    #expect(try web.files == ["download"])
  }

  @Test func `a folder that is removed during the download rejects the promise`() async throws {
    let folder = web.folder.appendingPathComponent("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ncont"
    try await SilentServer.with(head, "ents") { silent in
      let promise = web.session.downloadTask(
        .promise, with: silent.server.url(), to: folder.appendingPathComponent("file"))
      try await silent.requested.opened()
      try FileManager.default.removeItem(at: folder)
      silent.answer.open()
      try await expectRejected(promise)
    }
    #expect(try web.files.isEmpty)
  }

  @Test func `the file is invisible until it is complete`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ncont"
    try await SilentServer.with(head, "ents") { silent in
      let promise = web.session.downloadTask(.promise, with: silent.server.url(), to: web.file)
      try await eventually("There is no partial file.") { try !web.files.isEmpty }
      #expect(try web.files.allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".partial") })
      silent.answer.open()
      try await promise.get()
    }
    #expect(try web.files == ["download"])
  }
}
