import Dispatch
import Measuring

/// The result for one subject of a workload.
struct Timed {
  let subject: String
  /// The median time per operation, in nanoseconds.
  let nanoseconds: Double
  /// The median, over all rounds, of the subject's time divided by the baseline's time in the same round.
  let ratio: Double
}

extension Subject {
  /// Returns the running time of one run, in nanoseconds.
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
  /// Alternates the subjects round by round, so that other activity of the machine affects all of them equally.
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
