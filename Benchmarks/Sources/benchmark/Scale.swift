import Foundation

/// A logarithmic scale that includes all ratios and the baseline, 1.
struct Scale {
  /// The values at which grid lines are drawn.
  let ticks: [Double]
  private let least: Double
  private let greatest: Double
  private let start: Double
  private let width: Double

  init(around ratios: [Double], from start: Double, width: Double) {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    let smallest = ratios.min() ?? 1
    let largest = ratios.max() ?? 1
    let lower = steps.last { $0 < min(smallest, 1) } ?? 0.01
    let upper = steps.first { $0 >= max(largest, 2) } ?? 1000
    ticks = steps.filter { $0 >= lower && $0 <= upper }
    least = log(lower)
    greatest = log(upper)
    self.start = start
    self.width = width
  }

  /// Returns the position of a ratio.
  func position(of ratio: Double) -> Double {
    let part = (log(ratio) - least) / (greatest - least)
    return start + min(max(part, 0), 1) * width
  }
}
