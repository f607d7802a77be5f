import AsyncHTTPClient
import Dispatch
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import PromiseScoping
import PromiseTracing
import UnixSignals
import Upstream

/// A web service whose answers are implemented with promises, with `async` functions, and with futures of SwiftNIO.
///
/// Usage: service [main|serial|global|inline]
///
/// The argument says where handlers of promises run. The port is printed when the service listens.
@main struct Service {
  static func main() async throws {
    let queue = CommandLine.arguments.dropFirst().first ?? "global"
    switch queue {
    case "main": break
    case "inline": setPromiseQueue(nil)
    case "serial": DispatchQueue.promises = DispatchQueue(label: "handlers")
    case "global": DispatchQueue.promises = .global()
    default: fatalError("Usage: service [main|serial|global|inline]")
    }
    switch ProcessInfo.processInfo.environment["SERVICE_TRACING"] {
    case "sites": PromiseDiagnostics.tracingLevel = .sites
    case "callStacks": PromiseDiagnostics.tracingLevel = .callStacks
    case "timeline": PromiseDiagnostics.timeline = PromiseTimeline()
    default: break
    }
    let group = MultiThreadedEventLoopGroup.singleton
    let upstream = try await Upstream(group: group)
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
    try await HTTPClient.withHTTPClient(eventLoopGroup: group, configuration: configuration) { client in
      let backend = Backend(client: client, port: upstream.port)
      let router = Router()
      add(PromiseAnswers(backend: backend), to: router.group("promise"))
      add(AsyncAnswers(backend: backend), to: router.group("async"))
      add(FutureAnswers(backend: backend), to: router.group("future"))
      router.get("promise/blocked") { _, _ in try await PromiseAnswers(backend: backend).blocked() }
      router.get("pending") { _, _ in
        let (received, answered) = (upstream.count(of: .received), upstream.count(of: .answered))
        let canceled = upstream.count(of: .abandoned)
        return "\(PendingPromises.count) | \(received) | \(answered) | \(canceled)"
      }
      let application = Application(
        router: router,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), backlog: 4096),
        onServerRunning: { channel in
          print(channel.localAddress!.port!)
          fflush(nil)
        },
        eventLoopGroupProvider: .shared(group), logger: Logger(label: "service") { _ in SwiftLogNoOpLogHandler() })
      try await application.runService(gracefulShutdownSignals: [.sigterm])
    }
  }

  private static func add(_ answers: some Answers, to routes: RouterGroup<BasicRequestContext>) {
    if ProcessInfo.processInfo.environment["SERVICE_TRACING"] == "sample" {
      let timeline = PromiseTimeline()
      routes.get("value") { _, _ in try await timeline.sample(oneIn: 100) { try await answers.value() } }
      routes.get("upstream") { _, _ in try await timeline.sample(oneIn: 100) { try await answers.upstream() } }
    } else {
      routes.get("value") { _, _ in try await answers.value() }
      routes.get("upstream") { _, _ in try await answers.upstream() }
    }
    routes.get("fanout") { _, _ in try await answers.fanout() }
    // A request that notices that its client leaves cannot keep its connection.
    routes.get("slow/:milliseconds") { _, context in
      try await slow(answers, context.parameters.require("milliseconds", as: Int.self))
    }
    routes.get("watched/:milliseconds") { request, context in
      let milliseconds = try context.parameters.require("milliseconds", as: Int.self)
      return try await request.body.consumeWithCancellationOnInboundClose { _ in
        try await slow(answers, milliseconds)
      }
    }
  }

  private static func slow(_ answers: some Answers, _ milliseconds: Int) async throws -> String {
    do { return try await answers.slow(milliseconds) } catch PromiseError.timedOut {
      throw HTTPError(.gatewayTimeout)
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      throw HTTPError(.gatewayTimeout)
    }
  }
}
