/// A bar for a share, such as `async [##########------] 62 % (was 40 %)`.
struct Bar: CustomStringConvertible {
  private static let width = 16

  let name: String
  let percent: Int
  /// The share at the time of an earlier report.
  let before: Int?

  var description: String {
    // Only all of it fills the bar, and only none of it leaves the bar empty.
    let length = percent == 0 ? 0 : max(1, percent * Self.width / 100)
    let bar = String(repeating: "#", count: length) + String(repeating: "-", count: Self.width - length)
    return "\(name) [\(bar)] \(percent) %" + (before.map { " (was \($0) %)" } ?? "")
  }

  /// The bar for the functions that have an `async` form, or `nil` if there are no functions.
  static func async(_ report: Report) -> Bar? {
    report.asyncPercent.map { Bar(name: "async", percent: $0, before: report.since?.asyncPercentBefore) }
  }
}
