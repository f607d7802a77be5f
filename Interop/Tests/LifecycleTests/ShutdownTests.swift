import Dispatch
import InMemoryLogging
import InteropSupport
import Logging
import PromiseConcurrency
import PromiseScoping
import ServiceLifecycle
import Testing
import UnixSignals

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests that a service group waits for pending promises. Each test has a process of its own, because promises of other
/// tests count as well.
@Suite struct ShutdownTests {
  /// A server that does not wait for its requests. When all have started, it lets them go on as soon as it has ended.
  private struct Server: Service {
    let handled: Log<Int>
    let onStart: @Sendable () -> Void

    func run() async throws {
      let (shutdown, resolver) = Promise<Void>.pending()
      for number in 0..<100 { start(number, after: shutdown) }
      onStart()
      try await gracefulShutdown()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { resolver.fulfill() }
    }

    /// A request: every other one starts its work in the background, which outlives the request.
    private func start(_ number: Int, after shutdown: Promise<Void>) {
      let isInBackground = number.isMultiple(of: 2)
      shutdown.map { number }
        .then { number in isInBackground ? Promise { await work(number) } : .value(number) }
        .done { handled($0) }
        .cauterize()
    }

    private func work(_ number: Int) async -> Int {
      await Task.yield()
      return number
    }
  }

  private static func group(
    _ server: Server, limit seconds: Double,
    logger: Logger = Logger(label: "ShutdownTests") { _ in InMemoryLogHandler() }
  ) -> ServiceGroup {
    DispatchQueue.promises = .global()
    // Services are shut down in reverse order.
    return ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [PromiseDrain(seconds: seconds, logger: logger), server], gracefulShutdownSignals: [.sigterm],
        logger: logger))
  }

  @Test func `requests in flight end before a program that receives SIGTERM`() async {
    await #expect(processExitsWith: .success) {
      let handled = Log<Int>()
      let server = Server(handled: handled) { kill(getpid(), SIGTERM) }
      try await Self.group(server, limit: .infinity).run()
      precondition(handled.entries.sorted() == Array(0..<100))
      precondition(PendingPromises.count == 0)
    }
  }

  @Test func `requests in flight end before a group whose shutdown is triggered`() async {
    await #expect(processExitsWith: .success) {
      let (handled, started) = (Log<Int>(), Gate())
      let group = Self.group(Server(handled: handled) { started.open() }, limit: .infinity)
      let running = Task { try await group.run() }
      try await started.opened()
      await group.triggerGracefulShutdown()
      try await running.value
      precondition(handled.count == 100)
      precondition(PendingPromises.count == 0)
    }
  }

  @Test func `a request that never ends does not keep the program from ending`() async {
    await #expect(processExitsWith: .success) {
      let (handled, never, logs) = (Log<Int>(), Promise<Int>.pending(), InMemoryLogHandler())
      let server = Server(handled: handled) { kill(getpid(), SIGTERM) }
      try await Self.group(server, limit: 1, logger: Logger(label: "") { _ in logs }).run()
      precondition(handled.count == 100)
      precondition(PendingPromises.count == 1)
      precondition(logs.entries.contains { $0.message == "exiting with 1 pending promises" })
      withExtendedLifetime(never) {}
    }
  }
}
