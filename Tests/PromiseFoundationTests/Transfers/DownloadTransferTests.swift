#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseTesting
  import TestSupport
  import Testing

  @testable import PromiseFoundation

  /// What a download writes to its file.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DownloadTransferTests {
    private let folder: TemporaryFolder
    private let location: URL
    private let task = URLSession.shared.dataTask(with: URL(string: "http://localhost/")!)

    init() throws {
      folder = try TemporaryFolder()
      location = try folder.file("name")
    }

    private var response: URLResponse {
      URLResponse(url: location, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    }

    private var text: String? { try? String(contentsOf: location, encoding: .utf8) }

    /// Calls `events`, which ends the transfer. Returns its promise.
    private func download(
      _ events: (DownloadTransfer) -> Void
    ) throws -> Promise<(saveLocation: URL, response: URLResponse)> {
      let (promise, resolver) = Promise<(saveLocation: URL, response: URLResponse)>.pending()
      events(DownloadTransfer(try DownloadFile(location), resolver))
      return promise
    }

    @Test(arguments: [true, false]) func `data is written, with or without a response before it`(
      _ hasResponse: Bool
    ) async throws {
      let promise = try download { transfer in
        if hasResponse { transfer.willReceiveBody(task) }
        transfer.didReceive(Data("ab".utf8), task)
        transfer.didReceive(Data("c".utf8), task)
        transfer.didComplete(response, nil)
      }
      #expect(try await promise.get().saveLocation == location)
      #expect(text == "abc")
    }

    @Test func `a response without data makes an empty file`() async throws {
      for events in [{ $0.willReceiveBody(task) }, { _ in }] as [(DownloadTransfer) -> Void] {
        let promise = try download { transfer in
          events(transfer)
          transfer.didComplete(response, nil)
        }
        _ = try await promise.get()
        // Foundation leaks memory when it reads an empty file.
        let attributes = try FileManager.default.attributesOfItem(atPath: location.path)
        #expect(attributes[.size] as? Int == 0)
        try FileManager.default.removeItem(at: location)
      }
    }

    @Test func `another response replaces what has been received`() async throws {
      let promise = try download { transfer in
        for part in ["old text", "new"] {
          transfer.willReceiveBody(task)
          transfer.didReceive(Data(part.utf8), task)
        }
        transfer.didComplete(response, nil)
      }
      _ = try await promise.get()
      #expect(text == "new")
    }

    @Test func `an error leaves no file`() async throws {
      let promise = try download { transfer in
        transfer.didReceive(Data("a".utf8), task)
        transfer.didComplete(response, TestError.one)
      }
      await #expect(throws: TestError.one) { try await promise.get() }
      #expect(folder.names == [])
    }

    @Test func `a transfer without a response is an error`() async throws {
      let promise = try download { $0.didComplete(nil, nil) }
      await #expect(throws: URLError.self) { try await promise.get() }
      #expect(folder.names == [])
    }
  }
#endif
