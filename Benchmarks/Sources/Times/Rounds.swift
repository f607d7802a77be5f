import Dispatch
import Measuring

/// What came out for one subject of a workload.
struct Timed {
  let subject: String
  /// The median time of one operation, in nanoseconds.
  let nanoseconds: Double
  /// The median over all rounds of its time divided by that of the baseline in the same round.
  let ratio: Double
}

extension Subject {
  /// How long one run takes, in nanoseconds.
  func time() -> Double {
    switch body {
    case .blocking(let body):
      return timed(body)
    case .awaiting(let body):
      let finished = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var time = 0.0
      Task.detached {
        let start = Measuring.nanoseconds()
        do { try await body() } catch { fatalError("\(name): \(error)") }
        time = Double(Measuring.nanoseconds() - start)
        finished.signal()
      }
      finished.wait()
      return time
    }
  }
}

extension Workload {
  /// Lets the subjects take turns, round by round, so that what the machine does besides falls on all of them alike.
  func measure(rounds: Int) -> [Timed] {
    for subject in subjects { _ = subject.time() }
    let times = (0..<rounds).map { _ in subjects.map { $0.time() } }
    return subjects.indices.map { index in
      Timed(
        subject: subjects[index].name,
        nanoseconds: times.map { $0[index] }.median / Double(operations),
        ratio: times.map { $0[index] / $0[1] }.median)
    }
  }
}
