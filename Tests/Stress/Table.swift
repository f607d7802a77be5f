/// The results: the number of attempts of each kind, and the losses.
struct Table {
  private struct Row {
    var attempts = 0
    var lost = 0
    /// The number of races, and how many of them had the first of two possible outcomes.
    var races = (all: 0, first: 0)
    var longest = Duration.zero
  }

  private struct Minute {
    let number: Int
    let rounds: Int
    let resident: Int?
    let alive: Int
  }

  private var rows: [String: Row] = [:]
  private var order: [String] = []
  private var minutes: [Minute] = []
  private(set) var losses: [String] = []

  /// Adds the results of a trial.
  mutating func add(_ kind: Kind, _ trial: Trial, _ time: Duration) {
    if rows[kind.name] == nil { order.append(kind.name) }
    var row = rows[kind.name, default: Row()]
    row.attempts += trial.count
    row.lost += trial.lost.values.reduce(0, +)
    row.races.all += trial.raceCounts.all
    row.races.first += trial.raceCounts.first
    row.longest = max(row.longest, time)
    rows[kind.name] = row
    for (what, count) in trial.lost.sorted(by: { $0.key < $1.key }) {
      losses.append("\(kind.name), seed \(trial.seed): \(what), \(count) times")
    }
  }

  /// Adds a measurement after a number of minutes.
  mutating func add(minute: Int, rounds: Int, resident: Int?, alive: Int) {
    minutes.append(Minute(number: minute, rounds: rounds, resident: resident, alive: alive))
  }

  /// The number of rounds at the last measurement.
  var roundsOfLastMinute: Int? { minutes.last?.rounds }

  func show() {
    let width = order.map(\.count).max() ?? 0
    print("kind".padded(width), "attempts".right(10), "lost".right(6), "outcome 1".right(9), "longest round".right(15))
    for name in order {
      let row = rows[name, default: Row()]
      let seconds = Double(row.longest / .milliseconds(1)) / 1000
      let share =
        row.races.all == 0 ? "" : "\((Double(row.races.first) / Double(row.races.all) * 100).rounded(to: 1)) %"
      print(
        name.padded(width), "\(row.attempts)".right(10), "\(row.lost)".right(6), share.right(9),
        "\(seconds.rounded(to: 3)) s".right(15))
    }
    print()
    print("minute".right(6), "rounds".right(8), "resident".right(12), "alive".right(6))
    for minute in minutes {
      print(
        "\(minute.number)".right(6), "\(minute.rounds)".right(8), (minute.resident?.mebibytes ?? "?").right(12),
        "\(minute.alive)".right(6))
    }
    for loss in losses { print("LOST: \(loss)") }
  }
}

extension String {
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Double {
  fileprivate func rounded(to places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
