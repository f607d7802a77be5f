import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests what a server receives.
@Suite(.promises(timeLimit: .testLimit), .web) struct RequestTests {
  let web = WebTrait.current!

  /// Fields whose names and values contain every character that needs encoding.
  let fields = ["a+b": "c&d", "e=f": "g h", "ü": "ß%20", "empty": "", "slash": "/?#[]@!$'()*,;:\"<>\\^`{|}~"]

  private struct Note: Codable, Equatable {
    var text: String
  }

  @Test func `a data task sends a GET request`() async throws {
    let url = await web.echo()
    let echo = try await web.session.dataTask(.promise, with: url).decode(Echo.self).get()
    #expect((echo.method, echo.path) == ("GET", "/echo"))
    #expect(echo.body == "" && echo.query.isEmpty)
  }

  @Test func `a data task sends the method, the headers and the body of a URLRequest`() async throws {
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "PATCH"
    request.httpBody = Data("ü".utf8)
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    request.setValue("a, b", forHTTPHeaderField: "X-List")
    let echo = try await web.session.dataTask(.promise, with: request).decode(Echo.self).get()
    #expect((echo.method, echo.body) == ("PATCH", "ü"))
    #expect(echo.headers["content-type"] == "text/plain" && echo.headers["x-list"] == "a, b")
  }

  @Test func `an upload sends bytes`() async throws {
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "POST"
    request.httpBody = Data("ignored".utf8)
    let echo = try await web.session.uploadTask(.promise, with: request, from: Data("body".utf8)).decode(Echo.self)
      .get()
    #expect((echo.method, echo.body, echo.headers["content-length"]) == ("POST", "body", "4"))
  }

  @Test func `an upload sends a file, and leaves it`() async throws {
    let file = web.folder.appendingPathComponent("upload")
    try Data("contents".utf8).write(to: file)
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "PUT"
    let echo = try await web.session.uploadTask(.promise, with: request, fromFile: file).decode(Echo.self).get()
    #expect((echo.method, echo.body) == ("PUT", "contents"))
    #expect(try Data(contentsOf: file) == Data("contents".utf8))
  }

  @Test func `an upload sends an empty body`() async throws {
    let file = web.folder.appendingPathComponent("upload")
    try Data().write(to: file)
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "POST"
    #expect(
      try await web.session.uploadTask(.promise, with: request, from: Data()).decode(Echo.self).get().body == "")
    #expect(
      try await web.session.uploadTask(.promise, with: request, fromFile: file).decode(Echo.self).get().body == "")
  }

  @Test func `an upload of a file that does not exist sends nothing`() async throws {
    let file = web.folder.appendingPathComponent("upload")
    var request = URLRequest(url: await web.echo())
    request.httpMethod = "PUT"
    let promise = web.session.uploadTask(.promise, with: request, fromFile: file)
    try await expectTransferError(
      promise, .unreadableFile(file),
      "The file to upload cannot be read: \(file.path). Pass the URL of a readable file.")
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE"])
  func `the server decodes every character of a query`(method: String) async throws {
    let url = await web.echo()
    let promise =
      switch method {
      case "GET": web.session.get(url, query: fields)
      case "POST": web.session.post(url, query: fields)
      case "PUT": web.session.put(url, query: fields)
      default: web.session.delete(url, query: fields)
      }
    let echo = try await promise.decode(Echo.self).get()
    #expect(echo.method == method && echo.query == fields && echo.body == "")
  }

  @Test func `a query is added to the query of the URL`() async throws {
    _ = await web.echo()
    let echo = try await web.session.get(web.url("/echo?first=1%2B1"), query: ["second": "2"]).decode(Echo.self).get()
    #expect(echo.query == ["first": "1+1", "second": "2"])
  }

  @Test func `the server decodes every character of a form`() async throws {
    let echo = try await web.session.post(await web.echo(), body: .form(fields)).decode(Echo.self).get()
    #expect(echo.form == fields)
    #expect(echo.headers["content-type"] == "application/x-www-form-urlencoded; charset=utf-8")
  }

  @Test func `a body is sent as JSON`() async throws {
    let note = Note(text: "+ & = ü \" \\ \n 🎈")
    let echo = try await web.session.put(await web.echo(), body: .json(note)).decode(Echo.self).get()
    #expect(echo.method == "PUT" && echo.headers["content-type"] == "application/json")
    #expect(try JSONDecoder().decode(Note.self, from: Data(echo.body.utf8)) == note)
  }

  @Test func `a body of bytes is sent with its media type`() async throws {
    let url = await web.echo()
    let bytes = try await web.session.delete(url, body: .data(Data("x".utf8))).decode(Echo.self).get()
    #expect((bytes.body, bytes.headers["content-type"]) == ("x", "application/octet-stream"))
    let text = try await web.session.post(url, body: .data(Data("y".utf8), contentType: "text/plain"))
      .decode(Echo.self).get()
    #expect((text.body, text.headers["content-type"]) == ("y", "text/plain"))
  }

  @Test func `headers are sent, and take precedence over the media type of the body`() async throws {
    let echo = try await web.session.post(
      await web.echo(), headers: ["Content-Type": "application/vnd.note+json", "X-Number": "1"],
      body: .json(Note(text: ""))
    ).decode(Echo.self).get()
    #expect(echo.headers["content-type"] == "application/vnd.note+json" && echo.headers["x-number"] == "1")
  }

  @Test func `a body that cannot be encoded rejects the promise, and nothing is sent`() async throws {
    let url = await web.echo()
    let error = try await expectRejected(
      web.session.post(url, body: .json(["number": Double.nan])), throws: EncodingError.self)
    guard case .invalidValue(let value, _) = error else { return #expect(Bool(false), "\(error)") }
    #expect((value as? Double)?.isNaN == true)
  }

  // MARK: Invalid requests

  @Test(arguments: [("X-Note", "a\r\nX-Injected: b"), ("X-Note", "a\nb"), ("X-Note", "a\0b")])
  func `an invalid value of a header rejects the promise`(name: String, value: String) async throws {
    let promise = web.session.get(await web.echo(), headers: [name: value])
    try await expectTransferError(
      promise, .invalidHeader(name),
      """
      The header “\(name)” of the request is invalid. A name consists of letters, digits and hyphens; a value contains \
      no line break and no null character.
      """)
  }

  @Test(arguments: ["X Note", "", "X-Nöte", "X:Note"], Transfer.allCases)
  func `an invalid name of a header of a URLRequest rejects the promise`(
    name: String, transfer: Transfer
  ) async throws {
    var request = URLRequest(url: await web.echo())
    request.setValue("value", forHTTPHeaderField: name)
    let promise = try transfer.start(web, request)
    try await expectTransferError(
      promise, .invalidHeader(name),
      """
      The header “\(name)” of the request is invalid. A name consists of letters, digits and hyphens; a value contains \
      no line break and no null character.
      """)
    #expect(try web.files == transfer.filesAfterFailure)
  }

  @Test(arguments: Transfer.allCases) func `a URL without a scheme is rejected`(transfer: Transfer) async throws {
    try await expectTransferError(
      transfer.start(web, URL(string: "example.com/path?token=SECRET")!),
      .invalidURL("example.com/path?token=SECRET"),
      """
      The request has an invalid URL: “example.com/path”. Pass an absolute URL, such as \
      https://example.com/path.
      """)
    #expect(try web.files == transfer.filesAfterFailure)
  }

  @Test(arguments: Transfer.allCases) func `an unsupported scheme is rejected`(transfer: Transfer) async throws {
    try await expectURLError(transfer.start(web, URL(string: "unknown://127.0.0.1/")!), .unsupportedURL)
    #expect(try web.files == transfer.filesAfterFailure)
  }

  @Test(arguments: Transfer.allCases) func `a URL without a host is rejected`(transfer: Transfer) async throws {
    try await expectURLError(transfer.start(web, URL(string: "http:///path")!), .badURL)
    #expect(try web.files == transfer.filesAfterFailure)
  }
}
