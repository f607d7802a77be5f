import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// What the three implementations have in common: a client, and what it calls.
final class Backend: Sendable {
  let client: HTTPClient
  private let address: String
  private let calls = Atomic(0)

  init(client: HTTPClient, port: Int) {
    self.client = client
    address = "http://127.0.0.1:\(port)"
  }

  struct Unavailable: Error {}

  func url(_ path: String) -> String { address + path }

  /// A path that has to be tried again in one of ten cases.
  func unreliablePath() -> String {
    let (_, call) = calls.add(1, ordering: .relaxed)
    return call.isMultiple(of: 10) ? "/unavailable" : "/value"
  }

  /// The text of a response, if its status is 200.
  static func text(_ status: HTTPResponseStatus, _ body: ByteBuffer?) throws -> String {
    guard status == .ok, let body else { throw Unavailable() }
    return String(buffer: body)
  }
}

/// The four answers of the service. Each implementation of them produces the same ones.
protocol Answers: Sendable {
  /// Three steps without input or output.
  func value() async throws -> String
  /// One request of the upstream, which is tried up to three times in 200 ms.
  func upstream() async throws -> String
  /// Three requests of the upstream at the same time.
  func fanout() async throws -> String
  /// A request of the upstream that takes some milliseconds, for at most 200 ms. It is canceled with the current task.
  func slow(_ milliseconds: Int) async throws -> String
}
