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
///
/// There are two kinds of sums. The inputs of most promises are known from the start, and a single input, as in a chain,
/// is passed through unchanged. In a sum that *counts*, which has a ``ProgressCount``, inputs are added until the
/// producer says that there are no more; each one counts with a weight of 1 until its first change arrives.
struct ProgressSum: Sendable {
  /// The part of the sum that comes from one input.
  private struct Contribution: Sendable {
    /// The version of the last change, or `nil` until the first change arrives.
    var version: Int?
    var weight: Int64 = 0
    var fraction: Double = 0
  }

  /// The contributions of the inputs, by index. A sum that counts contains only those that have not settled.
  private var contributions: [Int: Contribution] = [:]
  /// The number of inputs that have been added without an index.
  private var addedCount = 0
  /// The weight of all inputs that count.
  private var total: Int64 = 0
  /// The weight of the completed inputs.
  private var completed: Int64 = 0
  /// The weighted sum of the fractions of all inputs.
  private var fraction: Double = 0
  /// The description of the last report.
  private var description = ""
  /// Whether more inputs may follow, or `nil` if the sum does not count.
  private var isOpen: Bool?

  /// Creates a sum without inputs.
  ///
  /// - Parameter count: The inputs that exist so far, for a sum that counts.
  init(_ count: ProgressCount? = nil) {
    guard let count else { return }
    isOpen = count.isOpen
    total = Int64(count.settledCount)
    completed = total
    fraction = Double(total)
    for index in count.pending { begin(index) }
  }

  /// Adds an input. Returns the index of its contribution, or `nil` if an input with an index has settled.
  mutating func addInput(at index: Int?) -> Int? {
    if let index { return contributions[index] == nil ? nil : index }
    defer { addedCount += 1 }
    contributions[addedCount] = Contribution()
    return addedCount
  }

  /// Applies the change of an input. Returns the snapshot of the sum, or `nil` if the sum already contains a newer
  /// change or the input has settled.
  mutating func update(at index: Int, with change: ProgressChange) -> ProgressSnapshot? {
    guard var contribution = contributions[index] else { return nil }
    if let version = contribution.version, change.version <= version { return nil }
    if contribution.version == nil {
      total += change.weight - contribution.weight
      contribution.weight = change.weight
    }
    contribution.version = change.version
    set(&contribution, to: change.snapshot.fractionCompleted)
    contributions[index] = contribution
    if change.version > 0 { description = change.snapshot.description }
    return isOpen == nil && total == contribution.weight ? change.snapshot : snapshot
  }

  /// Applies an event of a producer whose inputs are counted. Returns the snapshot of the sum.
  mutating func count(_ event: ProgressCount.Event) -> ProgressSnapshot {
    switch event {
    case .began(let index): begin(index)
    case .settled(let index):
      if contributions[index] == nil { begin(index) }
      remove(index, at: 1)
    case .revoked(let index): total -= remove(index, at: 0)
    case .ended: isOpen = false
    }
    return snapshot
  }

  /// Adds the contribution of an input that is counted.
  private mutating func begin(_ index: Int) {
    contributions[index] = Contribution(weight: 1)
    total += 1
  }

  /// Removes the contribution of an input, if there is one, after setting its fraction. Returns its weight.
  @discardableResult
  private mutating func remove(_ index: Int, at fraction: Double) -> Int64 {
    guard var contribution = contributions.removeValue(forKey: index) else { return 0 }
    set(&contribution, to: fraction)
    return contribution.weight
  }

  /// Changes the fraction of a contribution, and the totals with it.
  private mutating func set(_ contribution: inout Contribution, to new: Double) {
    let old = contribution.fraction
    contribution.fraction = new
    fraction += (new - old) * Double(contribution.weight)
    if new >= 1, old < 1 { completed += contribution.weight }
    if new < 1, old >= 1 { completed -= contribution.weight }
  }

  /// The snapshot of the sum.
  var snapshot: ProgressSnapshot {
    if isOpen == true { return ProgressSnapshot(completed: completed, total: 0, description: description) }
    let part = total == 0 ? 0 : completed == total ? 1 : fraction / Double(total)
    return ProgressSnapshot(completed: completed, total: total, fraction: part, description: description)
  }
}

/// The inputs of a producer that waits for several promises at a time, and creates them one after another.
///
/// The producer numbers its inputs, and reports each event once. The events of different inputs may arrive in any order.
/// An input that settles before it is reported to have begun counts as well.
package struct ProgressCount: Sendable {
  /// Something that has happened to an input.
  package enum Event: Sendable {
    /// The producer waits for the input.
    case began(Int)
    /// The input has settled.
    case settled(Int)
    /// The input had settled before it began: `began` is to have no effect.
    case revoked(Int)
    /// No more inputs follow.
    case ended
  }

  /// The number of inputs that have settled.
  let settledCount: Int
  /// The numbers of the pending inputs.
  let pending: [Int]
  /// Whether more inputs may follow.
  let isOpen: Bool

  package init(settledCount: Int, pending: [Int], isOpen: Bool) {
    self.settledCount = settledCount
    self.pending = pending
    self.isOpen = isOpen
  }
}
