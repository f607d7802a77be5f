import Foundation

/// The results of a run, with its date and machine.
struct Report: Codable {
  var date: String
  var machine: String
  var compiler: String
  var command: String
  var rows: [Row]
  /// The lines of the table in the documentation.
  var table: [String]?

  /// Reads the earlier report, or returns `nil` if there is none.
  static func read(from file: URL) throws -> Report? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(Report.self, from: try Data(contentsOf: file))
  }

  /// Writes the report as JSON with sorted keys, so that two reports can be compared line by line.
  func write(to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var copy = self
    copy.rows = rows.map { $0.rounded }
    var data = try encoder.encode(copy)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: file)
  }

  /// Adds the rows of an earlier run that this run did not measure.
  mutating func keep(_ earlier: [Row]) {
    let measured = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    let kept = earlier.map { measured[$0.id] ?? $0 }
    rows = kept + rows.filter { row in !kept.contains { $0.id == row.id } }
  }
}

extension Row {
  /// The row, rounded to significant digits.
  fileprivate var rounded: Row {
    func short(_ figure: Figure) -> Figure {
      Figure(name: figure.name, value: Self.short(figure.value), ratio: figure.ratio.map(Self.short))
    }
    return Row(
      id: id, what: what, unit: unit, isCount: isCount, ours: Self.short(ours), baseline: baseline.map(short),
      ratio: ratio.map(Self.short), goal: goal, others: others.map(short))
  }

  private static func short(_ number: Double) -> Double {
    guard number.isFinite else { return -1 }
    return abs(number) >= 100 ? number.rounded() : (number * 1000).rounded() / 1000
  }
}
