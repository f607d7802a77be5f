/// A input's snapshot, with what a parent needs to take it up.
package struct ProgressChange: Sendable {
  package let snapshot: ProgressSnapshot
  /// The number of times that the input's snapshot had changed before. A parent drops a change that is older than the
  /// one that it knows, so several threads may pass changes on without a common lock.
  let version: Int
  /// The weight of the input in the sum.
  let weight: Int64
}

/// The weighted sum over the inputs of a progress.
struct ProgressSum: Sendable {
  private struct Contribution: Sendable {
    /// `nil` until the first change of the input arrives: only then does it count.
    var version: Int?
    var weight: Int64 = 0
    var fraction: Double = 0
  }

  private var contributions: [Contribution] = []
  private var total: Int64 = 0
  private var completed: Int64 = 0
  private var fraction: Double = 0

  /// Makes room for an input. Returns the index of its contribution.
  mutating func addMember() -> Int {
    contributions.append(Contribution())
    return contributions.count - 1
  }

  /// Takes up the change of an input. Returns the snapshot of the sum, or `nil` if the change is older than the one that
  /// the sum contains.
  mutating func update(at index: Int, with change: ProgressChange) -> ProgressSnapshot? {
    var contribution = contributions[index]
    if let version = contribution.version {
      guard change.version > version else { return nil }
    } else {
      contribution.weight = change.weight
      total += change.weight
    }
    let old = contribution.fraction
    contribution.version = change.version
    contribution.fraction = change.snapshot.fractionCompleted
    fraction += (contribution.fraction - old) * Double(contribution.weight)
    if contribution.fraction >= 1, old < 1 { completed += contribution.weight }
    if contribution.fraction < 1, old >= 1 { completed -= contribution.weight }
    contributions[index] = contribution
    // A single input, as in a chain, is shown as it is, with its own counts.
    if total == contribution.weight { return change.snapshot }
    return ProgressSnapshot(
      completed: completed, total: total, fraction: completed == total ? 1 : fraction / Double(total),
      description: change.snapshot.description)
  }
}
