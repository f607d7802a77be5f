import Foundation
import InteropSupport
import NIOCore
import NIOPosix

/// A TCP server on a free port of this computer, which sends exactly the bytes that a test wants.
struct RawServer: Sendable {
  private let port: Int

  /// Starts a server, and stops it when `body` returns.
  ///
  /// - Parameters:
  ///   - serve: Called with each connection, after the request has been received. When it returns, the connection is
  ///     closed.
  ///   - closed: Called when a connection has been closed, by either side.
  ///   - body: The work to do while the server runs.
  static func with<Value: Sendable>(
    _ serve: @escaping @Sendable (inout Connection) async throws -> Void,
    closed: @escaping @Sendable () -> Void = {},
    _ body: @Sendable (RawServer) async throws -> Value
  ) async throws -> Value {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let server = RawServer(port: listener.channel.localAddress!.port!)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await withThrowingDiscardingTaskGroup { connections in
          try await listener.executeThenClose { clients in
            for try await client in clients {
              connections.addTask {
                try? await Self.serve(client, serve)
                closed()
              }
            }
          }
        }
      }
      defer { group.cancelAll() }
      return try await body(server)
    }
  }

  /// Starts a server that sends a text to each client, and then closes the connection.
  static func with<Value: Sendable>(
    sending text: String, _ body: @Sendable (RawServer) async throws -> Value
  ) async throws -> Value { try await with({ try await $0.send(text) }, body) }

  /// Returns a URL of the server.
  ///
  /// - Parameter path: The path, and the query if there is one.
  func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  private static func serve(
    _ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ serve: (inout Connection) async throws -> Void
  ) async throws {
    try await client.executeThenClose { inbound, outbound in
      var connection = Connection(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      // Closing a connection with bytes that were not read resets it, and what was sent may be lost.
      while !connection.hasRequest {
        guard try await connection.receive() else { return }
      }
      try await serve(&connection)
    }
  }

  /// A connection to a client.
  struct Connection {
    fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// What the client has sent so far.
    private(set) var received = ""

    fileprivate init(
      inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
      outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
      self.inbound = inbound
      self.outbound = outbound
    }

    /// Whether the head of the request and as many bytes as it declares have been received.
    fileprivate var hasRequest: Bool {
      guard let end = received.range(of: "\r\n\r\n") else { return false }
      let length = received[..<end.lowerBound].split(separator: "\r\n").compactMap { line in
        line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).filter(\.isNumber)) : nil
      }
      return received[end.upperBound...].utf8.count >= length.first ?? 0
    }

    /// Sends a text.
    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Receives more. Returns `false` if the client has closed the connection.
    mutating func receive() async throws -> Bool {
      guard let buffer = try await inbound.next() else { return false }
      received += String(buffer: buffer)
      return true
    }

    /// Receives until the client closes the connection.
    mutating func closed() async {
      do {
        while try await inbound.next() != nil {}
      } catch {}  // the client has reset the connection
    }
  }
}

/// A server that answers no request, and what has happened to its only request.
struct SilentServer: Sendable {
  let server: RawServer
  /// Opens when the server has received a request.
  let requested: Gate
  /// Opens when the connection has been closed.
  let closed: Gate
  /// Lets the server answer.
  let answer: Gate

  /// Starts a server, and stops it when `body` returns.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the answer, which the server sends at once.
  ///   - suffix: The rest of the answer, which the server sends when the test allows it.
  ///   - body: The work to do while the server runs.
  static func with<Value: Sendable>(
    _ prefix: String = "", _ suffix: String = "", _ body: @Sendable (SilentServer) async throws -> Value
  ) async throws -> Value {
    let (requested, closed, answer) = (Gate(), Gate(), Gate())
    return try await RawServer.with { connection in
      if !prefix.isEmpty { try await connection.send(prefix) }
      requested.open()
      if suffix.isEmpty {
        await connection.closed()
      } else {
        try await answer.opened()
        try await connection.send(suffix)
      }
    } closed: {
      closed.open()
    } _: {
      try await body(SilentServer(server: $0, requested: requested, closed: closed, answer: answer))
    }
  }
}
