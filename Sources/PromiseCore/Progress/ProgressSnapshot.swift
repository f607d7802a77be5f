/// How far work has come, at one moment.
public struct ProgressSnapshot: Sendable, Equatable {
  /// How much is done, in units of the producer's choice, such as bytes.
  public let completedUnitCount: Int64
  /// How much there is to do, in the same units; zero or less: not known.
  public let totalUnitCount: Int64
  /// How much is done, from 0 to 1.
  ///
  /// Finer than the quotient of the counts where a promise waits for others, whose own fractions are in it.
  public let fractionCompleted: Double
  /// What is being done, in the producer's words; empty if it said nothing.
  public let description: String

  /// Nothing has been reported.
  static let nothing = ProgressSnapshot(completed: 0, total: 0, description: "")

  init(completed: Int64, total: Int64, description: String) {
    completedUnitCount = completed
    totalUnitCount = total
    fractionCompleted = total > 0 ? min(max(Double(completed) / Double(total), 0), 1) : 0
    self.description = description
  }

  init(completed: Int64, total: Int64, fraction: Double, description: String) {
    completedUnitCount = completed
    totalUnitCount = total
    fractionCompleted = min(max(fraction, 0), 1)
    self.description = description
  }

  /// The same when everything is done.
  var finished: ProgressSnapshot {
    let total = max(totalUnitCount, 1)
    return ProgressSnapshot(completed: total, total: total, description: description)
  }
}
