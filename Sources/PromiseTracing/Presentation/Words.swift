/// The wording of quantities in the descriptions of pending promises.
enum Words {
  /// Returns a time in one or two units, such as `250 ms`, `31 s` or `3 min 5 s`.
  static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.9995: return "\(Int((max(seconds, 0) * 1000).rounded())) ms"
    case ..<10: return "\((seconds * 10).rounded() / 10) s".replacingSuffix(".0 s", by: " s")
    case ..<120: return "\(Int(seconds.rounded())) s"
    case ..<7200: return pair(Int(seconds), "min", "s")
    case ..<1e9: return pair(Int(seconds / 60), "h", "min")
    default: return "over 30 years"
    }
  }

  private static func pair(_ amount: Int, _ large: String, _ small: String) -> String {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: 60)
    return rest == 0 ? "\(whole) \(large)" : "\(whole) \(large) \(rest) \(small)"
  }

  /// Returns when a timer fires, such as `due in 5 s`.
  static func due(_ secondsLeft: Double) -> String {
    secondsLeft.isFinite ? "due in \(time(secondsLeft))" : "which never fires"
  }

  /// Returns when timers fire, as a verb phrase.
  static func fires(_ secondsLeft: Double, _ timers: Quantity) -> String {
    secondsLeft == .infinity ? "never \(timers.verb("fire"))" : "\(timers.isOrAre) \(due(secondsLeft))"
  }

  /// Returns a number with separators, such as `12,345`.
  static func number(_ number: Int) -> String {
    let digits = String(number)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// Returns a description of a task.
  static func task(_ name: String?) -> String { name.map { "the task \"\(line($0))\"" } ?? "a task" }

  /// Returns a name in which line breaks and other control characters are replaced by spaces.
  static func line(_ name: String) -> String {
    // Nearly every name is ASCII, and this function is called for each handler that is enqueued.
    if name.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isLineBreakOrControl ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreakOrControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, by other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
