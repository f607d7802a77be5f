import Foundation
import Measuring
import PromiseCore
import PromiseTracing

/// Measures a timeline of many events.
enum Timeline {
  /// Records `count` events of chains, writes both forms, and prints the seconds, the bytes in memory and the bytes of each
  /// file.
  static func report(_ count: Int) throws {
    let timeline = PromiseTimeline(capacity: count)
    let before = residentBytes()
    PromiseDiagnostics.timeline = timeline
    let start = nanoseconds()
    while timeline.eventCount < count, timeline.droppedCount == 0 {
      for _ in 0..<1000 { _ = Promise.value(1).map(on: nil) { $0 &+ 1 } }
    }
    print("recorded", timeline.eventCount, seconds(since: start), (residentBytes() - before) / 1000, separator: "\t")
    PromiseDiagnostics.timeline = nil
    for kind in ["json", "html"] {
      let path = NSTemporaryDirectory() + "timeline.\(kind)"
      let start = nanoseconds()
      try timeline.write(to: path)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      print(kind, timeline.eventCount, seconds(since: start), size / 1000, separator: "\t")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// The memory of the process, or 0 if the system has no `/proc`.
  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
  }

  private static func seconds(since start: UInt64) -> String {
    String(format: "%.2f", Double(nanoseconds() - start) / 1e9)
  }
}
