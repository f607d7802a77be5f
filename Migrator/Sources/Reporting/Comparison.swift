/// The changes since an earlier report.
package struct Comparison: Hashable, Sendable, Codable {
  /// The totals of the earlier report.
  package let before: [Measure: Int]
  /// How much each total has grown; a negative number says how much it has shrunk.
  package let differences: [Measure: Int]
  /// The share of functions that had an `async` form, in percent.
  package let asyncPercentBefore: Int?

  /// Compares an earlier report with the totals of a later one.
  package init(from earlier: EarlierReport, to totals: [Measure: Int]) {
    before = earlier.totals
    differences = totals.reduce(into: [:]) { $0[$1.key] = $1.value - (earlier.totals[$1.key] ?? 0) }
    asyncPercentBefore = Report.asyncPercent(of: earlier.totals)
  }
}
