/// The state of a piece of work at one moment: how much of it is done.
public struct ProgressSnapshot: Sendable, Equatable {
  /// The number of completed units. The producer chooses the unit, such as bytes.
  public let completedUnitCount: Int64
  /// The number of units in total. Zero or a negative value means that it is not known.
  public let totalUnitCount: Int64
  /// The completed share of the work, from 0 to 1.
  ///
  /// For a promise that waits for several others, this value is finer than the quotient of the counts, because it
  /// includes the fractions of the inputs.
  public let fractionCompleted: Double
  /// The producer's description of the current step; empty if it gave none.
  public let description: String

  /// The snapshot of work that has not reported anything.
  static let nothing = ProgressSnapshot(completed: 0, total: 0, description: "")

  package init(completed: Int64, total: Int64, description: String) {
    let fraction = total > 0 ? Double(completed) / Double(total) : 0
    self.init(completed: completed, total: total, fraction: fraction, description: description)
  }

  init(completed: Int64, total: Int64, fraction: Double, description: String) {
    completedUnitCount = completed
    totalUnitCount = total
    fractionCompleted = min(max(fraction, 0), 1)
    self.description = description
  }

  /// The same work, completed.
  var finished: ProgressSnapshot {
    let total = max(totalUnitCount, 1)
    return ProgressSnapshot(completed: total, total: total, description: description)
  }
}
