/// Jobs that wait in queues, one for each executor, and a random choice of the queue whose first job runs next.
///
/// A queue keeps the order of its jobs. Half of the seeds choose a queue anew each time. The other half give each queue a
/// rank, so that all jobs of an executor may wait until no other job is left: some faults show only then.
struct ShuffledJobQueues<Job: Sendable>: Sendable {
  private struct Queue: Sendable {
    let key: JobQueueKey
    let rank: UInt64
    var jobs: FIFOQueue<Job>
    var count: Int
  }

  private var generator: SeededGenerator
  private let isRanked: Bool
  /// The queues, none of them empty. If they are ranked, in the order of their ranks.
  private var queues: [Queue] = []
  /// The indices or the ranks of the queues of serial executors. An entry goes when its queue is empty, because another
  /// executor may be allocated at the same address.
  private var indices: [JobQueueKey: Int] = [:]
  private var ranks: [JobQueueKey: UInt64] = [:]

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    isRanked = generator.next() & 1 == 1
  }

  /// Whether no job waits.
  var isEmpty: Bool { queues.isEmpty }

  /// Appends a job to the queue of its executor.
  mutating func append(_ job: Job, to key: JobQueueKey) {
    if key != .independent, let index = indices[key] ?? ranks[key].map({ self.index(ofRank: $0) }) {
      queues[index].jobs.append(job)
      queues[index].count += 1
      return
    }
    var jobs = FIFOQueue<Job>()
    jobs.append(job)
    let rank = isRanked ? generator.next() : 0
    let index = isRanked ? index(ofRank: rank) : queues.count
    queues.insert(Queue(key: key, rank: rank, jobs: jobs, count: 1), at: index)
    if key == .independent { return }
    if isRanked { ranks[key] = rank } else { indices[key] = index }
  }

  /// Removes and returns the job that runs next.
  mutating func popNext() -> Job? {
    guard !queues.isEmpty else { return nil }
    let index = isRanked ? queues.count - 1 : Int.random(in: queues.indices, using: &generator)
    let job = queues[index].jobs.popFirst()
    queues[index].count -= 1
    if queues[index].count == 0 { remove(at: index) }
    return job
  }

  private mutating func remove(at index: Int) {
    let key = queues[index].key
    ranks[key] = nil
    indices[key] = nil
    // Swapping with the last queue leaves the indices of all others valid. A ranked queue is removed only at the end.
    queues.swapAt(index, queues.count - 1)
    queues.removeLast()
    if index < queues.count, queues[index].key != .independent { indices[queues[index].key] = index }
  }

  /// The index of the queue of a rank, or the index at which to insert it.
  private func index(ofRank rank: UInt64) -> Int {
    var (low, high) = (0, queues.count)
    while low < high {
      let middle = (low + high) / 2
      if queues[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
