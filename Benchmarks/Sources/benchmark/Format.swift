import Foundation

/// Formats numbers for display.
enum Format {
  /// Formats a figure with its unit.
  static func figure(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "ns" where value >= 10_000: return "\(number(value / 1000)) µs"
    case "bytes" where abs(value) >= 10_000: return "\(number(value / 1024)) KB"
    case "instructions", "allocations", "crashes": return number(value)
    default: return "\(number(value)) \(unit)"
    }
  }

  /// Formats a ratio with its significant digits.
  static func ratio(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
  }

  /// Formats a goal: an upper limit, or a multiple of the baseline.
  static func goal(_ row: Row) -> String {
    guard let goal = row.goal else { return "" }
    switch goal.kind {
    case .ratio: return "≤ \(ratio(goal.limit)) x"
    case .value: return "≤ \(figure(goal.limit, row.unit))"
    }
  }

  private static func number(_ value: Double) -> String {
    if value == value.rounded() || abs(value) >= 1000 { return grouped(value) }
    return String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
  }

  private static func grouped(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    var digits = String(Int(abs(value).rounded()))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}
