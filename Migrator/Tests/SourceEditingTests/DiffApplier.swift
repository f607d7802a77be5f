/// Applies unified diffs as strictly as possible: all context must be there, at the lines that the hunks name.
enum DiffApplier {
  struct Mismatch: Error {
    let line: Int
  }

  static func apply(_ diff: String, to old: String) throws -> String {
    guard !diff.isEmpty else { return old }
    let oldLines = lines(of: old)
    var result: [[UInt8]] = []
    var next = 0
    var remaining = (old: 0, new: 0)
    for (number, line) in lines(of: diff).enumerated() {
      let body = Array(line.dropFirst())
      if remaining.old == 0, remaining.new == 0, let header = header(line) {
        // An empty range begins after the line that it names.
        let start = header.oldCount == 0 ? header.oldStart : header.oldStart - 1
        guard start >= next, start <= oldLines.count else { throw Mismatch(line: number) }
        result += oldLines[next..<start]
        next = start
        let newStart = header.newCount == 0 ? header.newStart : header.newStart - 1
        guard newStart == result.count else { throw Mismatch(line: number) }
        remaining = (header.oldCount, header.newCount)
        continue
      }
      switch line.first {
      case UInt8(ascii: " ")?, UInt8(ascii: "-")?:
        if remaining.old == 0 { continue }
        guard next < oldLines.count, withLineFeed(oldLines[next]) == body else { throw Mismatch(line: number) }
        if line.first == UInt8(ascii: " ") {
          result.append(oldLines[next])
          remaining.new -= 1
        }
        next += 1
        remaining.old -= 1
      case UInt8(ascii: "+")?:
        if remaining.new == 0 { continue }
        result.append(body)
        remaining.new -= 1
      case UInt8(ascii: "\\")?:
        if result.last?.last == UInt8(ascii: "\n") { markAsLast(&result, after: lines(of: diff)[number - 1]) }
      default: throw Mismatch(line: number)
      }
    }
    guard remaining == (0, 0) else { throw Mismatch(line: -1) }
    result += oldLines[next...]
    return String(decoding: result.joined(), as: UTF8.self)
  }

  /// Removes the line feed of the last line if the mark belongs to the new text.
  private static func markAsLast(_ result: inout [[UInt8]], after line: [UInt8]) {
    if line.first != UInt8(ascii: "-") { result[result.count - 1].removeLast() }
  }

  private static func withLineFeed(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\n") ? line : line + [UInt8(ascii: "\n")]
  }

  private static func header(_ line: [UInt8]) -> (oldStart: Int, oldCount: Int, newStart: Int, newCount: Int)? {
    let text = String(decoding: line, as: UTF8.self)
    guard let match = text.wholeMatch(of: /@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n/) else { return nil }
    return (Int(match.1)!, Int(match.2)!, Int(match.3)!, Int(match.4)!)
  }

  private static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in text.utf8 {
      if lines.isEmpty || lines.last!.last == UInt8(ascii: "\n") { lines.append([]) }
      lines[lines.count - 1].append(byte)
    }
    return lines
  }
}
