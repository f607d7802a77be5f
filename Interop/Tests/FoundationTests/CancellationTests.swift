import FlyingFox
import Foundation
import InteropSupport
import PromiseFoundation
import PromiseTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests that canceling a promise closes the connection to the server.
@Suite(.promises(timeLimit: .testLimit), .web) struct CancellationTests {
  let web = WebTrait.current!

  /// The beginning of an answer, after which the server is silent.
  static let prefixes = ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"]

  /// Expects that a canceled transfer leaves nothing behind.
  private func expectNothingLeft(_ transfer: Transfer) async throws {
    try await eventually("A file is left.") { try web.files == transfer.filesAfterFailure }
    try await eventually("A task of the session is left.") { await web.session.taskCount == 0 }
  }

  @Test(arguments: Transfer.allCases, prefixes)
  func `canceling the promise closes the connection`(transfer: Transfer, prefix: String) async throws {
    try await SilentServer.with(prefix) { silent in
      let promise = try transfer.start(web, silent.server.url())
      try await silent.requested.opened()
      promise.cancel()
      #expect(promise.isCancelled)
      try await expectRejected(promise, throws: CancellationError.self)
      try await silent.closed.opened()
    }
    try await expectNothingLeft(transfer)
  }

  @Test(arguments: Transfer.allCases, prefixes)
  func `canceling a task that waits with .forward closes the connection`(
    transfer: Transfer, prefix: String
  ) async throws {
    try await SilentServer.with(prefix) { silent in
      let promise = try transfer.start(web, silent.server.url())
      let task = Task { try await promise.get(cancellation: .forward) }
      try await silent.requested.opened()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(promise.isCancelled)
      try await silent.closed.opened()
    }
    try await expectNothingLeft(transfer)
  }

  @Test(arguments: Transfer.allCases)
  func `canceling a task that waits with plain get() leaves the transfer alone`(transfer: Transfer) async throws {
    try await SilentServer.with("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ncont", "ents") { silent in
      let promise = try transfer.start(web, silent.server.url())
      let task = Task { try await promise.get() }
      try await silent.requested.opened()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(promise.isPending)
      silent.answer.open()
      try await expectFulfilled(promise, within: .testLimit)
    }
    if transfer == .download { #expect(try Data(contentsOf: web.file) == Data("contents".utf8)) }
  }

  @Test(arguments: Transfer.allCases)
  func `canceling a promise at once sends nothing or closes the connection`(transfer: Transfer) async throws {
    await web.answer("/file", .ok, "contents")
    let promise = try transfer.start(web, web.url("/file"))
    promise.cancel()
    try await expectRejected(promise, throws: CancellationError.self)
    try await expectNothingLeft(transfer)
  }

  @Test func `canceling one of two consumers leaves the transfer alone`() async throws {
    try await SilentServer.with("", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext") { silent in
      let promise = web.session.dataTask(.promise, with: silent.server.url())
      let (first, second) = (promise.validate(), promise.validate())
      try await silent.requested.opened()
      first.cancel()
      #expect(promise.isPending)
      silent.answer.open()
      #expect(try await second.get().data == Data("text".utf8))
      try await expectRejected(first, throws: CancellationError.self)
    }
  }

  @Test func `canceling the promise of a decoded value closes the connection`() async throws {
    try await SilentServer.with { silent in
      let promise = web.session.get(silent.server.url()).decode(Echo.self)
      try await silent.requested.opened()
      promise.cancel()
      try await silent.closed.opened()
    }
    try await expectNothingLeft(.data)
  }
}
