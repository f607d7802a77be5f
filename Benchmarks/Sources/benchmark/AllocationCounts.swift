/// Counts the allocations and bytes of promises and steps.
enum AllocationCounts {
  static func rows(_ place: Place) throws -> [Row] {
    let table = try runOrFail(place.path(of: "Allocations"), []).table.filter { $0.count == 5 }
    guard !table.isEmpty else {
      print("Allocations cannot be counted on this system: it does not use glibc.")
      return []
    }
    /// Returns the row for one figure: column 2 holds the calls, column 3 the requested bytes.
    func row(_ what: String, _ label: String, column: Int, baseline: String, limit: Double?) -> Row {
      let isCalls = column == 2
      return Row(
        "\(isCalls ? "allocations" : "bytes")-\(what)", "\(isCalls ? "allocations" : "bytes") of \(label)",
        unit: isCalls ? "allocations" : "bytes", isCount: true,
        figures: table.filter { $0[0] == what }.map { ($0[1], Double($0[column]) ?? .nan) }, baseline: baseline,
        goal: limit.map { .init(kind: .value, limit: $0) })
    }
    let pending = "a pending promise with a handler"
    return [
      row("settled", "a settled promise", column: 2, baseline: "nio", limit: 1),
      row("settled", "a settled promise", column: 3, baseline: "nio", limit: 64),
      row("pending", pending, column: 2, baseline: "nio", limit: 4),
      row("pending", pending, column: 3, baseline: "nio", limit: 192),
      row("link", "a further step", column: 2, baseline: "gcd", limit: 2),
      row("link", "a further step", column: 3, baseline: "gcd", limit: nil),
    ]
  }
}
