/// What a job is in line for.
enum Line: Hashable, Sendable {
  /// The main queue.
  case main
  /// A queue or an actor that does one thing after the other.
  case place(ObjectIdentifier)
  /// A place that has room for several, so that this job has a line to itself.
  case own
}

/// Jobs that wait for their turn: a line for each queue and each actor, which keeps its order; and whose turn it is next,
/// which is for a seed to say.
///
/// Half of the seeds choose anew each time. The other half give each line a rank, by which the jobs of one place may
/// wait until nothing is left to do elsewhere: some faults show only then.
struct Lines<Job: Sendable>: Sendable {
  private struct Entry: Sendable {
    let line: Line
    let rank: UInt64
    var jobs: Fifo<Job>
    var count: Int
  }

  private var generator: SeededGenerator
  private let isRanked: Bool
  /// None is empty. If they are ranked, in the order of their ranks.
  private var entries: [Entry] = []
  /// Where to find those of places: by index, or by rank. A place is forgotten when nobody waits for it: another may come
  /// to have its address.
  private var indices: [Line: Int] = [:]
  private var ranks: [Line: UInt64] = [:]

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    isRanked = generator.next() & 1 == 1
  }

  /// Whether nobody waits.
  var isEmpty: Bool { entries.isEmpty }

  /// Puts a job at the end of its line.
  mutating func add(_ job: Job, to line: Line) {
    if line != .own, let index = indices[line] ?? ranks[line].map({ self.index(ofRank: $0) }) {
      entries[index].jobs.append(job)
      entries[index].count += 1
      return
    }
    var jobs = Fifo<Job>()
    jobs.append(job)
    let rank = isRanked ? generator.next() : 0
    let index = isRanked ? index(ofRank: rank) : entries.count
    entries.insert(Entry(line: line, rank: rank, jobs: jobs, count: 1), at: index)
    if line == .own { return }
    if isRanked { ranks[line] = rank } else { indices[line] = index }
  }

  /// Takes out the job whose turn it is.
  mutating func next() -> Job? {
    guard !entries.isEmpty else { return nil }
    let index = isRanked ? entries.count - 1 : Int.random(in: entries.indices, using: &generator)
    let job = entries[index].jobs.popFirst()
    entries[index].count -= 1
    if entries[index].count == 0 { remove(at: index) }
    return job
  }

  private mutating func remove(at index: Int) {
    let line = entries[index].line
    ranks[line] = nil
    indices[line] = nil
    // The last takes its place, so that the others need not move.
    entries.swapAt(index, entries.count - 1)
    entries.removeLast()
    if index < entries.count, entries[index].line != .own { indices[entries[index].line] = index }
  }

  /// Where the line of a rank is, or would be.
  private func index(ofRank rank: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
