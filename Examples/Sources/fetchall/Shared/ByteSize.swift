/// Formats a number of bytes for display.
enum ByteSize {
  /// Returns the number in the largest unit in which it is at least 1, with one decimal.
  static func text(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    // Tenths of the unit. Rounding may reach the next unit, so it happens before the unit is chosen.
    var tenths = (bytes + 50) / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      tenths = (tenths + 500) / 1000
    }
    return "\(tenths / 10).\(tenths % 10) TB"
  }
}
