package import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A web server on 127.0.0.1 that other code calls, and that knows which requests were given up.
///
/// It answers `/after/20` after 20 milliseconds, `/unavailable` with the status 503, `/close` by closing the connection,
/// `/never` never, and every other path immediately.
package final class Upstream: Sendable {
  package enum Event: Sendable, CaseIterable {
    /// A request has arrived.
    case received
    /// Its answer has been written.
    case answered
    /// The connection was closed before the answer.
    case abandoned
  }

  /// The port on which the server listens.
  package let port: Int
  private let channel: any Channel
  private let counts: Counts

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - group: The event loops of the connections.
  ///   - observer: A closure that is called with each event, on an event loop.
  package init(group: any EventLoopGroup, observer: @escaping @Sendable (Event) -> Void = { _ in }) async throws {
    let counts = Counts()
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(
            UpstreamHandler { event in
              counts.add(event)
              observer(event)
            })
        }
      }
    channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress!.port!
    self.counts = counts
  }

  /// How often an event has happened.
  package func count(of event: Event) -> Int { counts.count(of: event) }

  /// Stops listening.
  package func close() async throws { try await channel.close() }
}

private final class Counts: Sendable {
  private let counts = Mutex<[Upstream.Event: Int]>([:])

  func add(_ event: Upstream.Event) { counts.withLock { $0[event, default: 0] += 1 } }

  func count(of event: Upstream.Event) -> Int { counts.withLock { $0[event] ?? 0 } }
}

/// Answers the requests of one connection.
private final class UpstreamHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let report: (Upstream.Event) -> Void
  private var path = ""
  private var isPending = false
  private var answer: Scheduled<Void>?

  init(report: @escaping (Upstream.Event) -> Void) { self.report = report }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): path = head.uri
    case .body: break
    case .end:
      isPending = true
      report(.received)
      let parts = path.split(separator: "/")
      switch parts.first {
      case "never": break
      case "close": context.close(promise: nil)
      case "unavailable": answer(in: context, .serviceUnavailable)
      case "after":
        answer = context.eventLoop.assumeIsolated()
          .scheduleTask(in: .milliseconds(parts.last.flatMap { Int64($0) } ?? 0)) {
            self.answer(in: context, .ok)
          }
      default: answer(in: context, .ok)
      }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    answer?.cancel()
    if isPending { report(.abandoned) }
    isPending = false
    context.fireChannelInactive()
  }

  private func answer(in context: ChannelHandlerContext, _ status: HTTPResponseStatus) {
    isPending = false
    report(.answered)
    let headers = HTTPHeaders([("Content-Length", "2")])
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "42")))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
