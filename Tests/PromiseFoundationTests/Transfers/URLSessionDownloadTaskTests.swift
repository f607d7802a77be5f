import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct URLSessionDownloadTaskTests {
  @Test func `a download is saved under its name`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("file")
    let stub = Stub { $0.respond(body: [Data("first ".utf8), Data("second".utf8)]) }
    let (location, response) = try await stub.session.downloadTask(.promise, with: stub.url, to: file).get()
    #expect(location == file)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try String(contentsOf: file, encoding: .utf8) == "first second")
    #expect(folder.names == ["file"])
  }

  @Test func `an empty download creates an empty file`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub { $0.respond() }
    _ = try await stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file")).get()
    #expect(folder.names == ["file"])
  }

  @Test func `a download to a file that exists is not begun`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("file", containing: "old")
    let stub = Stub { _ in Issue.record("The request was sent.") }
    let error = try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: file))
    #expect(error as? TransferError == .fileExists(file))
    #expect(
      "\(error)"
        == "The file to download to already exists: \(file.path). Remove it first, or choose another location.")
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
  }

  @Test func `a link to nowhere counts as a file that exists`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
    let error = try await requireRejected(URLSession.shared.downloadTask(.promise, with: Stub().url, to: file))
    #expect(error as? TransferError == .fileExists(file))
  }

  @Test func `a download to a folder that does not exist is not begun`() async throws {
    let file = try TemporaryFolder().url.appendingPathComponent("nothing/file")
    let stub = Stub { _ in Issue.record("The request was sent.") }
    let error = try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: file))
    #expect(error as? TransferError == .folderNotFound(file))
    let folder = file.deletingLastPathComponent().path
    #expect("\(error)" == "The folder to download to does not exist: \(folder). Create it first.")
  }

  @Test func `a download to something that is not a file is not begun`() async throws {
    let stub = Stub { _ in Issue.record("The request was sent.") }
    for location in [
      stub.url, URL(fileURLWithPath: "/nothing/", isDirectory: true),
    ] {
      let error = try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: location))
      #expect(error as? TransferError == .notAFile(location))
      #expect("\(error)".hasPrefix("The location to download to is not that of a file: “"))
      #expect(!"\(error)".contains("secret"))
    }
  }

  @Test func `a file that appears during the download is not replaced`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("file")
    let stub = Stub { request in
      request.begin()
      request.send(Data("new".utf8))
      #expect(throws: Never.self) { try Data("old".utf8).write(to: file) }
      request.finish()
    }
    let error = try await requireRejected(stub.session.downloadTask(.promise, with: stub.url, to: file))
    #expect(error as? TransferError == .fileExists(file))
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    #expect(folder.names == ["file"])
  }

  @Test func `a download that fails leaves no file behind`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub { request in
      request.begin(headers: ["Content-Length": "1000"])
      request.send(Data("text".utf8))
      request.fail(.networkConnectionLost)
    }
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    let error = try await requireRejected(promise)
    #expect((error as? URLError)?.code == .networkConnectionLost)
    #expect(folder.names == [])
  }

  @Test func `canceling a download stops it and leaves no file behind`() async throws {
    let folder = try TemporaryFolder()
    let (started, stopped) = (Gate(), Gate())
    let stub = Stub { request in
      request.onStop { stopped.open() }
      request.begin()
      request.send(Data("text".utf8))
      started.open()
    }
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    try await started.opened()
    promise.cancel()
    #expect(promise.isCancelled)
    #expect(folder.names == [])
    try await stopped.opened()
    #expect(folder.names == [])
  }

  @Test func `a download whose folder is removed is rejected`() async throws {
    let folder = try TemporaryFolder()
    let stub = Stub { request in
      request.begin()
      // Without its folder, the partial file can neither be created nor be renamed.
      #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder.url) }
      request.send(Data("text".utf8))
      request.finish()
    }
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    let error = try await requireRejected(promise)
    #expect((error as? CocoaError)?.code == .fileNoSuchFile)
  }

  #if canImport(FoundationNetworking)
    @Test func `a download that cannot be written is stopped`() async throws {
      let folder = try TemporaryFolder()
      let stub = Stub { request in
        #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder.url) }
        request.begin()  // and never ends
      }
      let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
      #expect((try await requireRejected(promise) as? CocoaError)?.code == .fileNoSuchFile)
    }
  #endif

  @Test func `the progress of a download counts the bytes received`() async throws {
    let folder = try TemporaryFolder()
    let first = Gate()
    let stub = Stub { request in
      Task {
        try await first.opened()
        request.respond(headers: ["Content-Length": "10"], body: [Data(count: 4), Data(count: 6)])
      }
    }
    let promise = stub.session.downloadTask(.promise, with: stub.url, to: try folder.file("file"))
    let log = Log<Int64>()
    promise.onProgress(on: nil) { log($0.completedUnitCount) }
    first.open()
    _ = try await promise.get()
    #expect(log.entries.prefix(2) == [4, 10])
  }
}
