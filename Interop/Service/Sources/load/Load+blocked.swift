import Dispatch

extension Load {
  /// Sends requests that are answered at once, beside two clients whose handlers block for 200 ms. Returns the line of the
  /// table.
  static func block(on queue: String) async throws -> String {
    let service = try ServiceProcess(queue: queue)
    defer { service.end() }
    let port = service.port
    let alone = try await rate(of: Batch("/promise/value", count: .max), to: port) {
      try await Task.sleep(for: .seconds(2))
    }
    let beside = try await rate(of: Batch("/promise/value", count: .max), to: port) {
      try await send(Batch("/promise/blocked", count: 20), to: port, connections: 2)
    }
    return "| \(queue) | \(Int(alone)) | \(Int(beside)) | \(rounded(beside / alone)) |"
  }

  /// Returns how many requests of a batch are answered per second until `body` ends.
  private static func rate(
    of batch: Batch, to port: Int, until body: @Sendable () async throws -> Void
  ) async throws -> Double {
    async let answers: Void = send(batch, to: port, connections: connections)
    let start = DispatchTime.now().uptimeNanoseconds
    try await body()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let count = batch.nanoseconds.count
    batch.stop()
    try await answers
    return Double(count) / seconds
  }
}
