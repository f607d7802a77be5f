import Dispatch
import PromiseTesting
import Synchronization
import Testing
@testable import Worked

private let server = DispatchQueue(label: "server")

struct QueueTests {
  @Test func `each request is logged`() async throws {
    let lines = Mutex<[String]>([])
    let log = AccessLog { line in lines.withLock { $0.append(line) } }
    try await log.add("/users").get()
    #expect(lines.withLock { $0 } == ["GET /users"])
  }

  @Test(.promises(queue: server)) func `the log is written on the default queue`() async throws {
    let isServer = DispatchSpecificKey<Bool>()
    server.setSpecific(key: isServer, value: true)
    let log = AccessLog { _ in #expect(DispatchQueue.getSpecific(key: isServer) == true) }
    try await log.add("/users").get()
  }
}
