/// Waiting jobs in one queue per executor, with a random choice of the queue that runs next.
///
/// A queue keeps the order of its jobs. For half of the seeds, the next queue is chosen at random each time. For the
/// other half, each queue has a random rank, and the queue with the highest rank runs next. Then all jobs of one
/// executor may wait until no other job is left, which some faults need to show.
struct ShuffledJobQueues<Job: Sendable>: Sendable {
  /// The jobs of one executor.
  private struct Queue: Sendable {
    let key: JobQueueKey
    let rank: UInt64
    var jobs: FIFOQueue<Job>
    var count: Int
  }

  private var generator: SeededGenerator
  /// Whether queues have ranks. Otherwise the next queue is chosen at random each time.
  private let isRanked: Bool
  /// The queues, none of them empty. Ranked queues are in ascending order of their ranks.
  private var queues: [Queue] = []
  /// The index of each queue of a serial executor, if queues have no ranks.
  ///
  /// An entry is removed when its queue becomes empty, because another executor may be allocated at the same address.
  /// The same applies to `ranks`.
  private var indices: [JobQueueKey: Int] = [:]
  /// The rank of each queue of a serial executor, if queues have ranks.
  private var ranks: [JobQueueKey: UInt64] = [:]

  /// Creates empty queues.
  ///
  /// - Parameter seed: Determines every choice.
  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    isRanked = generator.next() & 1 == 1
  }

  /// Whether no job is waiting.
  var isEmpty: Bool { queues.isEmpty }

  /// Appends a job to the queue of its executor.
  ///
  /// - Complexity: O(*n*) in the number of queues if the queue is new, or if queues have ranks.
  mutating func append(_ job: Job, to key: JobQueueKey) {
    if key != .independent, let index = indices[key] ?? ranks[key].map({ self.index(ofRank: $0) }) {
      queues[index].jobs.append(job)
      queues[index].count += 1
      return
    }
    var jobs = FIFOQueue<Job>()
    jobs.append(job)
    let rank = isRanked ? generator.next() : 0  // equivalent constant: Only ranked queues use it.
    let index = isRanked ? index(ofRank: rank) : queues.count
    queues.insert(Queue(key: key, rank: rank, jobs: jobs, count: 1), at: index)
    if key == .independent { return }
    if isRanked { ranks[key] = rank } else { indices[key] = index }
  }

  /// Removes and returns the job that runs next, or returns `nil` if no job is waiting.
  mutating func popNext() -> Job? {
    guard !queues.isEmpty else { return nil }
    let index = isRanked ? queues.count - 1 : Int.random(in: queues.indices, using: &generator)
    let job = queues[index].jobs.popFirst()
    queues[index].count -= 1
    if queues[index].count == 0 { remove(at: index) }
    return job
  }

  /// Removes an empty queue.
  private mutating func remove(at index: Int) {
    let key = queues[index].key
    ranks[key] = nil
    indices[key] = nil
    // Swapping with the last queue keeps the other indices valid. A ranked queue is always the last one already.
    queues.swapAt(index, queues.count - 1)
    queues.removeLast()
    if index < queues.count, queues[index].key != .independent { indices[queues[index].key] = index }
  }

  /// Returns the index of the queue with a rank, or the index at which to insert it.
  private func index(ofRank rank: UInt64) -> Int {
    var (low, high) = (0, queues.count)
    while low < high {
      let middle = (low + high) / 2
      if queues[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
