import CommandLineSupport

/// The text of the progress line: a bar, the number of files and the number of bytes.
struct ProgressLine {
  let done: Int
  let total: Int
  let bytes: Int

  /// Returns the line in at most `columns` characters; the bar takes the space that the numbers leave.
  func text(columns: Int) -> String {
    let numbers = "\(done)/\(total) files, \(size)"
    let width = min(32, columns - numbers.count - 1)
    guard width >= ProgressBar.minimumColumns else { return String(numbers.prefix(max(0, columns))) }
    return ProgressBar.text(done, of: total, columns: width) + " " + numbers
  }

  /// The number of bytes, in a unit that keeps it short.
  private var size: String {
    var value = bytes
    for unit in ["B", "kB", "MB"] {
      if value < 10_000 { return "\(value) \(unit)" }
      value /= 1000
    }
    return "\(value) GB"
  }
}
