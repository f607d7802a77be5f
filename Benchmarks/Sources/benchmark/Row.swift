/// One line of the table: what was measured, whose figure is compared with whose, and what was to be reached.
struct Row: Codable {
  /// A name that stays the same from run to run.
  let id: String
  /// What is measured, for people.
  let what: String
  /// The unit of the figures.
  let unit: String
  /// Whether it is a count, which is the same at every run, and which `check` compares.
  var isCount = false
  /// Our figure.
  let ours: Double
  /// Who we are compared with; `nil` if with nobody.
  var baseline: Figure?
  /// Ours divided by the baseline. For times, the median over the rounds.
  var ratio: Double?
  /// What was to be reached.
  var goal: Goal?
  /// What others need for the same in this run.
  var others: [Figure] = []

  /// Somebody's figure.
  struct Figure: Codable {
    let name: String
    let value: Double
    /// Theirs divided by the baseline.
    var ratio: Double?
  }

  /// At most so much.
  struct Goal: Codable {
    enum Kind: String, Codable { case ratio, value }
    let kind: Kind
    let limit: Double
  }

  /// Whether the goal is reached; `nil` if there is none.
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
  /// A row of figures by subject, of which one is the baseline.
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
