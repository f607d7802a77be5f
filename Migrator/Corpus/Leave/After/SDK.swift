import Foundation

enum SDKError: Error { case missing, late }

/// An SDK with completion handlers, which calls them on a queue of its own.
struct SDK: Sendable {
  let log = Log()
  private let queue = DispatchQueue(label: "SDK")

  func load(_ id: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    log.add("load \(id)")
    queue.async { if id > 0 { completion("user \(id)", nil) } else { completion(nil, SDKError.missing) } }
  }

  func save(_ text: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
    log.add("save \(text)")
    queue.async { completion(nil) }
  }

  func count(_ text: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    queue.async { completion(text.isEmpty ? .failure(SDKError.missing) : .success(text.count)) }
  }

  func isOnline(completion: @escaping @Sendable (Bool) -> Void) { queue.async { completion(true) } }

  /// Never calls the handler.
  func hang(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) -> @Sendable () -> Void {
    { [log] in
      log.add("stopped")
      // A handler that is released would be another error.
      withExtendedLifetime(completion) {}
    }
  }
}

/// A call that can be canceled.
struct SDKCall: Sendable { let cancel: @Sendable () -> Void }

/// What has happened, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []

  func addLater(_ entry: String) async {
    await Task.yield()
    add(entry)
  }

  func add(_ entry: String) { lock.withLock { entries.append(entry) } }
  var lines: [String] { lock.withLock { entries } }
}

/// Returns what a function returns or throws, as a line.
func outcome(_ name: String, _ body: () async throws -> some Any) async -> String {
  do { return "\(name): \(try await body())" } catch { return "\(name) fails: \(error)" }
}
