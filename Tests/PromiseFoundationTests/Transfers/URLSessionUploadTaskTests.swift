import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLSessionUploadTaskTests {
  @Test(arguments: ["nothing", "", "/"]) func `a file that cannot be read is not uploaded`(_ name: String) async throws
  {
    let stub = Stub { _ in Issue.record("The request was sent.") }
    let file = try TemporaryFolder().url.appendingPathComponent(name)
    let error = try await requireRejected(stub.session.uploadTask(.promise, with: stub.post, fromFile: file))
    #expect(error as? TransferError == .unreadableFile(file))
    #expect("\(error)" == "The file to upload cannot be read: \(file.path). Pass the URL of a readable file.")
  }

  #if os(Linux)
    @Test func `a file that cannot be read to its end rejects the promise`() async throws {
      let stub = Stub { _ in Issue.record("The request was sent.") }
      // The memory of this process may be opened, but there is none at the address 0.
      let file = URL(fileURLWithPath: "/proc/self/mem")
      let error = try await requireRejected(stub.session.uploadTask(.promise, with: stub.post, fromFile: file))
      #expect(error is CocoaError)
    }
  #endif

  @Test func `a URL that is not one of a file is not uploaded`() async throws {
    let stub = Stub { _ in Issue.record("The request was sent.") }
    let error = try await requireRejected(stub.session.uploadTask(.promise, with: stub.post, fromFile: stub.url))
    #expect(error as? TransferError == .unreadableFile(stub.url))
  }

  @Test func `an upload is fulfilled with the response`() async throws {
    let stub = Stub(status: 201, body: "created")
    let folder = try TemporaryFolder()
    let file = try folder.file("upload", containing: "text")
    for promise in [
      stub.session.uploadTask(.promise, with: stub.post, from: Data("text".utf8)),
      stub.session.uploadTask(.promise, with: stub.post, fromFile: file),
    ] {
      let (data, response) = try await promise.get()
      #expect(data == Data("created".utf8))
      #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }
  }

  @Test func `a GET request cannot have a body`() async throws {
    let stub = Stub { _ in Issue.record("The request was sent.") }
    var request = URLRequest(url: stub.url)
    request.httpBody = Data("text".utf8)
    for promise in [
      stub.session.uploadTask(.promise, with: stub.url, from: Data()), stub.session.dataTask(.promise, with: request),
    ] {
      let error = try await requireRejected(promise)
      #expect(error as? TransferError == .bodyNotAllowed("GET"))
      #expect(
        "\(error)" == "A GET request cannot have a body. Pass a `URLRequest` whose `httpMethod` is POST or PUT.")
    }
  }

  @Test func `canceling the promise stops the upload`() async throws {
    let (started, stopped) = (Gate(), Gate())
    let stub = Stub(started: started, stopped: stopped)
    let promise = stub.session.uploadTask(.promise, with: stub.post, from: Data("text".utf8))
    try await started.opened()
    promise.cancel()
    #expect(promise.isCancelled)
    try await stopped.opened()
  }
}
