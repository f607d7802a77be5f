/// The snapshots that a handler with an executor has yet to receive.
///
/// Each snapshot is posted with a number, and a job on the executor takes every snapshot up to a number. So the order in
/// which several threads enqueue these jobs does not matter: when the job of a snapshot has run, the handler has received
/// that snapshot and all earlier ones, in order.
struct ProgressMailbox: Sendable {
  /// The snapshots, each of which is `nil` at the end of the progress.
  private var snapshots = FIFOQueue<ProgressSnapshot?>()
  /// The number of snapshots that have been posted.
  private var postedCount = 0
  /// The number of snapshots that have been taken.
  private var takenCount = 0

  var isEmpty: Bool { snapshots.isEmpty }

  /// Adds a snapshot. Returns its number.
  mutating func post(_ snapshot: ProgressSnapshot?) -> Int {
    snapshots.append(snapshot)
    postedCount += 1
    return postedCount
  }

  /// Removes and returns the next snapshot, unless its number is higher than `last`.
  mutating func next(upTo last: Int) -> ProgressSnapshot?? {
    guard takenCount < last, let next = snapshots.popFirst() else { return nil }
    takenCount += 1
    return next
  }
}
