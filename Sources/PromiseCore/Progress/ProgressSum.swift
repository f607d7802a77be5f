/// An input's snapshot, with the information that a parent needs to include it.
package struct ProgressChange: Sendable {
  /// The snapshot of the input.
  package let snapshot: ProgressSnapshot
  /// The number of times that the input's snapshot had changed before. A parent drops a change that is older than the
  /// last one it has applied, so several threads may pass changes on without a common lock.
  let version: Int
  /// The weight of the input in the sum.
  let weight: Int64
}

/// The weighted sum over the inputs of a progress.
///
/// The lock of the parent's progress guards the sum. Changes may arrive in any order: the newest change of each input
/// counts. Adding an input and applying a change take amortized O(1), because the totals are updated and not computed
/// anew.
struct ProgressSum: Sendable {
  /// The part of the sum that comes from one input.
  private struct Contribution: Sendable {
    /// The version of the last change, or `nil` until the first change arrives. Only then does the contribution count.
    var version: Int?
    var weight: Int64 = 0
    var fraction: Double = 0
  }

  /// The contributions of all inputs, in the order in which the inputs were added.
  private var contributions: [Contribution] = []
  /// The weight of all inputs that count.
  private var total: Int64 = 0
  /// The weight of the completed inputs.
  private var completed: Int64 = 0
  /// The weighted sum of the fractions of all inputs.
  private var fraction: Double = 0

  /// Adds an input. Returns the index of its contribution.
  mutating func addInput() -> Int {
    contributions.append(Contribution())
    return contributions.count - 1
  }

  /// Applies the change of an input. Returns the snapshot of the sum, or `nil` if the sum already contains a newer
  /// change.
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
    // A single input, as in a chain, is passed through unchanged, with its own counts.
    if total == contribution.weight { return change.snapshot }
    return ProgressSnapshot(
      completed: completed, total: total, fraction: completed == total ? 1 : fraction / Double(total),
      description: change.snapshot.description)
  }
}
