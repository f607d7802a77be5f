/// The progress of a piece of work at one moment.
public struct ProgressSnapshot: Sendable, Equatable {
  /// The number of completed units. The producer chooses the unit, such as bytes.
  public let completedUnitCount: Int64
  /// The total number of units. Zero or a negative value means that it is unknown.
  public let totalUnitCount: Int64
  /// The completed fraction of the work, from 0 to 1. It is 0 if the total number of units is unknown.
  ///
  /// For a promise that waits for several others, this value is more precise than the quotient of the counts, because
  /// it includes the fractions of the inputs.
  public let fractionCompleted: Double
  /// The producer's description of the current step, or an empty string if the producer gave none.
  public let description: String

  /// The snapshot of work that has not been reported on.
  package static let nothing = ProgressSnapshot(completed: 0, total: 0, description: "")

  /// Creates the snapshot of a report. The fraction is derived from the counts.
  package init(completed: Int64, total: Int64, description: String) {
    let fraction = total > 0 ? Double(completed) / Double(total) : 0
    self.init(completed: completed, total: total, fraction: fraction, description: description)
  }

  /// Creates a snapshot. The fraction is clamped to 0 ... 1.
  package init(completed: Int64, total: Int64, fraction: Double, description: String) {
    completedUnitCount = completed
    totalUnitCount = total
    fractionCompleted = min(max(fraction, 0), 1)
    self.description = description
  }

  /// A snapshot of the same work after its completion.
  var finished: ProgressSnapshot {
    let total = max(totalUnitCount, 1)
    return ProgressSnapshot(completed: total, total: total, description: description)
  }
}
