import Dispatch
import Foundation
import PromiseFoundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The vocabulary: Foundation. Requests are for `data` URLs, which need no network.
@Suite(.sharingProcessors) struct VocabularyFoundation {
  private let session = URLSession.shared
  private let text = URL(string: "data:text/plain;charset=utf-8,hello")!
  private let json = URL(string: "data:application/json,%5B1,2%5D")!

  private var post: URLRequest {
    var request = URLRequest(url: text)
    request.httpMethod = "POST"
    return request
  }

  // MARK: dataTask, uploadTask, downloadTask

  @Test func `a data task accepts a URL and a request`() async throws {
    let (data, response) = try await session.dataTask(.promise, with: text).get()
    #expect(String(data: data, urlResponse: response) == "hello")
    let promise: Promise<(data: Data, response: URLResponse)> =
      session.dataTask(.promise, with: URLRequest(url: text)).validate()
    #expect(try await promise.map { $0.data.count }.get() == 5)
  }

  @Test func `uploads and downloads check their files`() async throws {
    let missing = URL(fileURLWithPath: "/nothing/file")
    await #expect(throws: TransferError.unreadableFile(missing)) {
      try await session.uploadTask(.promise, with: post, fromFile: missing).get()
    }
    await #expect(throws: TransferError.folderNotFound(missing)) {
      try await session.downloadTask(.promise, with: text, to: missing).validate().map { $0.saveLocation }.get()
    }
    await #expect(throws: TransferError.bodyNotAllowed("GET")) {
      try await session.uploadTask(.promise, with: text, from: Data()).get()
    }
  }

  // MARK: validate(), decode(_:)

  @Test func `a body is decoded`() async throws {
    let decoder = JSONDecoder()
    #expect(
      try await session.dataTask(.promise, with: json).validate().decode([Int].self, with: decoder).get() == [1, 2])
    let numbers: [Int] = try await session.dataTask(.promise, with: json).decode(with: decoder).get()
    #expect(numbers == [1, 2])
    let error = await #expect(throws: ResponseError.self) {
      try await session.dataTask(.promise, with: text).decode([Int].self).get()
    }
    #expect(error.map { "\($0.bodyPrefix.count) \($0.statusCode ?? 0)" } == "5 0")
  }

  // MARK: get, post, put, delete

  @Test func `each method has a function`() async throws {
    #expect(try await session.get(json).get().data.count == 5)
    for promise in [
      session.get(text, query: ["a": "1"], headers: ["Bad Name": ""]),
      session.post(text, headers: ["Bad Name": ""], body: .json(["a": 1])),
      session.put(text, headers: ["Bad Name": ""], body: .form(["a": "1"])),
      session.delete(text, headers: ["Bad Name": ""], body: .data(Data(), contentType: "text/plain")),
    ] {
      await #expect(throws: TransferError.invalidHeader("Bad Name")) { try await promise.get().data }
    }
  }

  // MARK: NotificationCenter.observe(once:object:)

  @Test func `a notification is observed once`() async throws {
    let center = NotificationCenter()
    let promise: Promise<ObservedNotification> = center.observe(once: Notification.Name("saved"))
    center.post(name: Notification.Name("saved"), object: "document", userInfo: ["pages": 3])
    let notification = try await promise.get()
    #expect(notification.name.rawValue == "saved")
    #expect(notification.object(as: String.self) == "document")
    #expect(notification.value(for: "pages", as: Int.self) == 3)
  }

  // MARK: Process.launch(.promise)

  #if os(macOS) || !canImport(Darwin)
    @Test func `a process is launched`() async throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "echo out; exit 3"]
      let error = await #expect(throws: ProcessFailure.self) {
        try await process.launch(.promise, outputLimit: 1_000).map { $0.text }.get()
      }
      #expect(error?.output.text == "out\n")
    }
  #endif
}
