import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  /// Tests that downloads leave no file in the folder for temporary files, which is that of a process of its own.
  @Suite(.timeLimit(.minutes(TestLimit.minutes))) struct TemporaryFileTests {
    @Test func `a download that succeeds leaves no temporary file`() async {
      await #expect(processExitsWith: .success) {
        try await Self.expectNoFile { web in
          await web.answer("/file", .ok, "contents")
          try await web.session.downloadTask(.promise, with: web.url("/file"), to: web.file).get()
          try FileManager.default.removeItem(at: web.file)
        }
      }
    }

    @Test func `a download that fails leaves no file`() async {
      await #expect(processExitsWith: .success) {
        try await Self.expectNoFile { web in
          await web.answer("/failure", .notFound, String(repeating: "x", count: 5_000))
          await web.redirect("/circle", to: "/circle")
          for url in [web.url("/circle"), URL(string: "unknown://127.0.0.1/")!, URL(string: "http:///path")!] {
            try await expectRejected(web.session.downloadTask(.promise, with: url, to: web.file))
          }
          try await expectRejected(
            web.session.downloadTask(.promise, with: web.url("/failure"), to: web.file).validate())
          for answer in BrokenServerTests.Answer.allCases {
            try await RawServer.with(sending: answer.text) { server in
              _ = try await expectRejected(web.session.downloadTask(.promise, with: server.url(), to: web.file))
            }
          }
        }
      }
    }

    @Test func `a download that is canceled or exceeds its timeout leaves no file`() async {
      await #expect(processExitsWith: .success) {
        try await Self.expectNoFile { web in
          for prefix in CancellationTests.prefixes {
            try await SilentServer.with(prefix) { silent in
              let promise = web.session.downloadTask(.promise, with: silent.server.url(), to: web.file)
              try await silent.requested.opened()
              promise.cancel()
              try await silent.closed.opened()
              try await expectRejected(promise, throws: CancellationError.self)
            }
            try await SilentServer.with(prefix) { silent in
              var request = URLRequest(url: silent.server.url())
              request.timeoutInterval = 1
              try await expectRejected(web.session.downloadTask(.promise, with: request, to: web.file))
            }
          }
        }
      }
    }

    /// Expects that `body` leaves no file in the folder for temporary files, which contains the folder of downloads.
    private static func expectNoFile(_ body: @Sendable (Web) async throws -> Void) async throws {
      let temporary = try Resources.useOwnTemporaryFolder()
      try await Web.with { web in
        try await body(web)
        try await eventually("Files are left.") { try Resources.files(in: temporary) == [web.folder.lastPathComponent] }
        #expect(try Resources.files(in: temporary) == [web.folder.lastPathComponent])
      }
      try FileManager.default.removeItem(at: temporary)
    }
  }
#endif
