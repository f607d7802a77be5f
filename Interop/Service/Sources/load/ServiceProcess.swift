import Foundation

/// A running service.
final class ServiceProcess {
  private let process = Process()
  let port: Int

  /// Starts a service.
  ///
  /// - Parameters:
  ///   - queue: Where handlers run.
  ///   - tracing: What is traced. See `Load.levels`.
  init(queue: String, tracing: String = "off") throws {
    process.environment = ProcessInfo.processInfo.environment.merging(["SERVICE_TRACING": tracing]) { $1 }
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("service")
    process.arguments = [queue]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CocoaError(.executableLoad)
    }
    self.port = port
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// The number of its threads. Like the following ones, it is read from Linux's `/proc`.
  var threads: Int { status("Threads:") }

  /// The resident memory, in megabytes.
  var megabytes: Double { Double(status("VmRSS:")) / 1024 }

  /// The processor time that it has used, in seconds.
  var processorTime: Double {
    let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private func status(_ name: String) -> Int {
    let line = text("status").split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
  }

  private func text(_ file: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(file)", encoding: .utf8)) ?? ""
  }
}
