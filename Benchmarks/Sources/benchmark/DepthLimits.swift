/// Measures the effect of very long chains on the stack, on the cost per element, and on other blocks of the queue.
enum DepthLimits {
  static func rows(_ place: Place) throws -> [Row] {
    let program = place.path(of: "Depth")
    var rows = try [("settled", "settled"), ("dropped", "dropped while pending")].map { mode, what in
      let survived = try run(program, [mode]).isGood
      return Row(
        id: "depth-\(mode)", what: "crashes: chain of 10⁶, \(what), stack of 512 KiB", unit: "crashes",
        ours: survived ? 0 : 1, goal: .init(kind: .value, limit: 0))
    }
    let growth = try runOrFail(program, ["growth"]).table
    for (kind, what) in [("links", "step"), ("observers", "handler of a promise"), ("members", "input of when")] {
      let times = growth.filter { $0.first == kind }.compactMap { Double($0[2]) }
      guard let first = times.first, let last = times.last else { continue }
      rows.append(
        Row(
          id: "growth-\(kind)", what: "per \(what): 10⁶ compared with 10³", unit: "ns", ours: last,
          baseline: .init(name: "at 10³", value: first, ratio: 1), ratio: last / first,
          goal: .init(kind: .ratio, limit: 1.5)))
    }
    let gaps = try runOrFail(program, ["fairness"]).table
    rows.append(
      Row(
        "fairness", "longest wait of other blocks, chain of 10⁶", unit: "ms", isCount: false,
        figures: gaps.map { ($0[0], Double($0[1]) ?? .nan) }, baseline: "gcd", goal: .init(kind: .value, limit: 1)))
    return rows
  }
}
