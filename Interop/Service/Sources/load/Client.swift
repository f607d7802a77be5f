import Dispatch
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Requests that some connections send, one after the other on each.
final class Batch: Sendable {
  let path: String
  /// Whether each request has a connection of its own.
  let closes: Bool
  /// The time after which a client closes its connection, unless it has an answer.
  let patience: TimeAmount?

  private struct State {
    var remaining: Int
    var nanoseconds: [UInt64] = []
    var statuses: [UInt: Int] = [:]
    var lastBody = ""
  }
  private let state: Mutex<State>

  init(_ path: String, count: Int, closes: Bool = false, patience: TimeAmount? = nil) {
    (self.path, self.closes, self.patience) = (path, closes, patience)
    state = Mutex(State(remaining: count))
  }

  /// Takes a request. Returns whether there was one.
  func take() -> Bool {
    state.withLock { state in
      state.remaining -= 1
      return state.remaining >= 0
    }
  }

  /// Takes no more requests.
  func stop() { state.withLock { $0.remaining = 0 } }

  /// Records an answer, or with the status 0, that there was none.
  func record(status: UInt, nanoseconds: UInt64, body: String) {
    state.withLock { state in
      state.statuses[status, default: 0] += 1
      state.nanoseconds.append(nanoseconds)
      state.lastBody = body
    }
  }

  var statuses: [UInt: Int] { state.withLock { $0.statuses } }
  var nanoseconds: [UInt64] { state.withLock { $0.nanoseconds } }
  var lastBody: String { state.withLock { $0.lastBody } }
}

/// Sends the requests of a batch on one connection.
private final class Exchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let batch: Batch
  private var start: UInt64?
  private var status: UInt = 0
  private var body = ""

  init(_ batch: Batch) { self.batch = batch }

  func channelActive(context: ChannelHandlerContext) {
    if batch.closes { send(in: context) } else { sendNext(in: context) }
    if let patience = batch.patience {
      context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }
  }

  private func sendNext(in context: ChannelHandlerContext) {
    if batch.take() { send(in: context) } else { context.close(promise: nil) }
  }

  private func send(in context: ChannelHandlerContext) {
    var headers = HTTPHeaders([("Host", "127.0.0.1")])
    if batch.closes { headers.add(name: "Connection", value: "close") }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: batch.path, headers: headers)
    start = DispatchTime.now().uptimeNanoseconds
    body = ""
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = head.status.code
    case .body(let buffer): body += String(buffer: buffer)
    case .end:
      record(status)
      if batch.closes { context.close(promise: nil) } else { sendNext(in: context) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) { record(0) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func record(_ status: UInt) {
    guard let start else { return }
    batch.record(status: status, nanoseconds: DispatchTime.now().uptimeNanoseconds - start, body: body)
    self.start = nil
  }
}

/// Sends all requests of a batch with a number of connections at a time.
func send(_ batch: Batch, to port: Int, connections: Int) async throws {
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    for _ in 0..<connections {
      tasks.addTask {
        repeat {
          if batch.closes, !batch.take() { return }
          try await connect(batch, to: port).closeFuture.get()
        } while batch.closes
      }
    }
    try await tasks.waitForAll()
  }
}

private func connect(_ batch: Batch, to port: Int) async throws -> any Channel {
  let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
    .channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        try channel.pipeline.syncOperations.addHandler(Exchange(batch))
      }
    }
  return try await bootstrap.connect(host: "127.0.0.1", port: port).get()
}
