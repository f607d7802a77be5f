import Foundation

/// Describes the machine of the measurement.
enum Machine {
  /// Returns the processor, its number of cores, and the operating system.
  static func description() -> String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(processor()), \(cores) cores, \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }

  /// Returns the version of the compiler.
  static func compiler() throws -> String {
    let line = try runOrFail("swift", ["--version"]).output.split(separator: "\n").first ?? ""
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(of: "version"), index + 1 < words.count else { return String(line) }
    return "Swift \(words[index + 1])"
  }

  private static func processor() -> String {
    #if os(macOS)
      if let name = try? runOrFail("sysctl", ["-n", "machdep.cpu.brand_string"]).output {
        return name.trimmingCharacters(in: .whitespacesAndNewlines)
      }
    #else
      let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
        let name = line.split(separator: ":").last
      {
        return name.trimmingCharacters(in: .whitespaces)
      }
    #endif
    return "unknown processor"
  }
}
