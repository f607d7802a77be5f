import Logging
import PromiseScoping
import ServiceLifecycle

/// Waits for pending promises when the program shuts down, after the services that follow it in the group have ended.
struct PromiseDrain: Service {
  var seconds = 10.0
  let logger: Logger

  func run() async throws {
    try? await gracefulShutdown()
    let remaining = await PendingPromises.drain(timeout: seconds)
    if remaining > 0 { logger.warning("exiting with \(remaining) pending promises") }
  }
}
