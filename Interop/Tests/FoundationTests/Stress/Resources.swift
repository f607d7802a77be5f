import Foundation
import PromiseFoundation
import Testing

/// What this process holds.
enum Resources {
  /// The number of open descriptors.
  static var descriptorCount: Int { descriptors.count }

  /// The number of open descriptors, as soon as it is the same for half a second.
  static func stableDescriptorCount() async throws -> Int {
    var (count, repetitions) = (descriptorCount, 0)
    for try await next in poll(interval: 0.01, { descriptorCount }).prefix(2_000) {
      repetitions = next == count ? repetitions + 1 : 0
      count = next
      if repetitions == 50 { break }
    }
    return count
  }

  /// The open descriptors, and what they refer to.
  static var descriptors: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.sorted().map { name in
      "\(name): \((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) ?? "closed")"
    }
  }

  /// The identifiers of the child processes, including those that have ended and have not been waited for.
  static var children: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard Int(name) != nil, let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else {
        return false
      }
      // The name of the program may contain spaces and parentheses: `pid (name) state parent …`
      let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
      return fields.count > 2 && Int32(fields[2]) == ProcessInfo.processInfo.processIdentifier
    }
  }

  /// The memory of this process that is not swapped out, in bytes.
  static var residentMemory: Int {
    get throws {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
    }
  }

  /// Sets a folder for temporary files that only this process uses. Call this in the process of an exit test, before
  /// anything else.
  static func useOwnTemporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("FoundationTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    setenv("TMPDIR", folder.path, 1)
    try #require(FileManager.default.temporaryDirectory.path == folder.path)
    return folder
  }

  /// The files in a folder and in its subfolders, including those that are hidden.
  static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }
}

/// The settings of stress tests.
enum Stress {
  /// The number of rounds, which the environment variable `ROUNDS` sets.
  static var rounds: Int { ProcessInfo.processInfo.environment["ROUNDS"].flatMap { Int($0) } ?? 2 }

  /// The seed of the first round, which the environment variable `SEED` sets. Each round adds 1 to it.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
  }
}
