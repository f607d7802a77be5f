import Foundation

/// Times the workloads, relative to the baseline of the same rounds.
enum TimeRatios {
  /// The timed workloads: name, description, baseline, and the maximum ratio to it.
  private static let workloads: [(name: String, what: String, baseline: String, limit: Double?)] = [
    ("chain-1", "chains of 1, one at a time", "gcd", 1.05),
    ("chain-2", "chains of 2, one at a time", "gcd", 1),
    ("chain-3", "chains of 3, one at a time", "gcd", 1),
    ("chain-10", "chains of 10, one at a time", "gcd", 0.9),
    ("throughput-1", "throughput of chains of 1", "gcd", 1.5),
    ("throughput-3", "throughput of chains of 3", "gcd", 1.2),
    ("throughput-1-one", "throughput of chains of 1, one processor", "gcd", nil),
    ("throughput-3-one", "throughput of chains of 3, one processor", "gcd", nil),
    ("pending-10000", "10,000 pending promises with a handler each", "gcd", 2),
    ("when-10000", "when of 10,000 promises, per promise", "nio", 0.33),
    ("get-settled", "get() on a settled promise", "task", 2),
    ("get-pending", "get() on a pending promise", "checked", 1.1),
    ("async-work", "Promise { await } and get()", "task", 1.3),
  ]

  static func rows(_ place: Place, rounds: Int) throws -> [Row] {
    let table = try ["one", "all"].flatMap { processors in
      try runOrFail(place.path(of: "Times"), ["--rounds", "\(rounds)", "--processors", processors]).table
    }.filter { $0.count == 4 }
    return workloads.map { workload in
      let figures = table.filter { $0[0] == workload.name }
        .map { Row.Figure(name: $0[1], value: Double($0[2]) ?? .nan, ratio: Double($0[3])) }
      let ours = figures.first { $0.name == "promise" }
      return Row(
        id: workload.name, what: workload.what, unit: "ns", ours: ours?.value ?? .nan,
        baseline: figures.first { $0.name == workload.baseline }.map(named), ratio: ours?.ratio,
        goal: workload.limit.map { .init(kind: .ratio, limit: $0) },
        others: figures.filter { $0.name != "promise" && $0.name != workload.baseline }.map(named))
    }
  }

  private static func named(_ figure: Row.Figure) -> Row.Figure {
    Row.Figure(name: Names.full(figure.name), value: figure.value, ratio: figure.ratio)
  }
}
