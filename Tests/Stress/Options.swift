/// The command-line options.
struct Options {
  var minutes = 1.0 / 3
  var seed: UInt64 = 1
  /// The number of rounds, or `nil` for as many as fit into the time.
  var rounds: Int?
  /// The seed of every round, or `nil` to give each round a different seed.
  var seedOfRounds: UInt64?
  var kind: String?
  /// The time after which an event counts as lost, in seconds.
  var patience = 20.0

  static let usage = """
    usage: stress [--minutes N | --rounds N] [--seed S] [--repeat S] [--kind TEXT] [--patience S]

      --minutes N   runs rounds for N minutes, and at least one round (20 seconds)
      --rounds N    runs N rounds, regardless of the time
      --seed S      the seed from which the seed of each round is derived (1)
      --repeat S    gives every round the seed S, such as the seed printed with a loss
      --kind TEXT   runs only the kinds with TEXT in their name; --only does the same
      --patience S  the number of seconds after which an event counts as lost (20)

    `stress roots` measures what canceled consumers and endless loops leave behind.
    """

  /// Returns `nil` if the arguments are invalid.
  init?(_ arguments: [String]) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      guard let text = rest.next() else { return nil }
      switch name {
      case "--minutes":
        guard let number = Double(text), number >= 0 else { return nil }
        minutes = number
      case "--seed":
        guard let number = UInt64(text) else { return nil }
        seed = number
      case "--rounds":
        guard let number = Int(text), number > 0 else { return nil }
        rounds = number
      case "--repeat":
        guard let number = UInt64(text) else { return nil }
        seedOfRounds = number
      case "--patience":
        guard let number = Double(text), number > 0 else { return nil }
        patience = number
      case "--kind", "--only": kind = text
      default: return nil
      }
    }
  }
}
