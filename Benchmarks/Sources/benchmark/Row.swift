/// One row of the table: a measurement, its baseline, and its goal.
struct Row: Codable {
  /// An identifier that stays the same across runs.
  let id: String
  /// The description of the measurement.
  let what: String
  /// The unit of the figures.
  let unit: String
  /// Whether the figure is a count, which is reproducible and which `check` compares.
  var isCount = false
  /// The figure of this library.
  let ours: Double
  /// The baseline, if any.
  var baseline: Figure?
  /// The figure of this library divided by the baseline. For times, the median over the rounds.
  var ratio: Double?
  /// The goal, if any.
  var goal: Goal?
  /// The figures of other subjects in this run.
  var others: [Figure] = []

  /// The figure of another subject.
  struct Figure: Codable {
    let name: String
    let value: Double
    /// The figure divided by the baseline.
    var ratio: Double?
  }

  /// An upper limit.
  struct Goal: Codable {
    enum Kind: String, Codable { case ratio, value }
    let kind: Kind
    let limit: Double
  }

  /// Whether the goal is reached, or `nil` if there is none.
  var isMet: Bool? {
    guard let goal else { return nil }
    switch goal.kind {
    case .value: return ours <= goal.limit
    case .ratio: return ratio.map { $0 <= goal.limit }
    }
  }

  /// The limit of the goal as a ratio to the baseline.
  var goalRatio: Double? {
    guard let goal else { return nil }
    switch goal.kind {
    case .ratio: return goal.limit
    case .value: return baseline.map { goal.limit / $0.value }
    }
  }
}

extension Row {
  /// Creates a row from figures by subject, one of which is the baseline.
  init(
    _ id: String, _ what: String, unit: String, isCount: Bool, figures: [(name: String, value: Double)],
    baseline: String?, goal: Goal?
  ) {
    let value = Dictionary(figures.map { ($0.name, $0.value) }) { first, _ in first }
    let base = baseline.flatMap { value[$0] }
    self.init(
      id: id, what: what, unit: unit, isCount: isCount, ours: value["promise"] ?? .nan,
      baseline: base.map { Figure(name: Names.full(baseline ?? ""), value: $0, ratio: 1) },
      ratio: base.map { (value["promise"] ?? .nan) / $0 }, goal: goal,
      others: figures.filter { $0.name != "promise" && $0.name != baseline }
        .map { figure in
          Figure(name: Names.full(figure.name), value: figure.value, ratio: base.map { figure.value / $0 })
        })
  }
}
