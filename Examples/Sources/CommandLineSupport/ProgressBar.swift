/// A bar that shows which part of some work is complete.
package enum ProgressBar {
  /// The fewest columns that a bar is worth, including its brackets.
  package static let minimumColumns = 7

  /// Returns a bar that takes `columns` columns, including its brackets.
  ///
  /// - Parameters:
  ///   - done: The completed units, which may exceed `total`.
  ///   - total: The units of the whole work. If there are none, the work is complete.
  ///   - columns: The width of the bar, at least 2.
  package static func text(_ done: Int, of total: Int, columns: Int) -> String {
    let width = columns - 2
    let fraction = total > 0 ? Double(done) / Double(total) : 1
    let filled = Int(Double(width) * min(max(fraction, 0), 1))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }
}
