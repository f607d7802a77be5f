/// The options on the command line.
struct Options {
  var minutes = 1.0 / 3
  var seed: UInt64 = 1
  /// The number of rounds; `nil` means as many as fit into the time.
  var rounds: Int?
  /// The seed of every round; `nil` means that each round has its own.
  var seedOfRounds: UInt64?
  var kind: String?
  /// How long to wait for an event before it counts as lost, in seconds.
  var patience = 20.0

  static let usage = """
    usage: stress [--minutes N | --rounds N] [--seed S] [--repeat S] [--kind TEXT] [--patience S]

      --minutes N   runs rounds until the time is over, and at least one (20 seconds)
      --rounds N    runs N rounds, whatever time they take
      --seed S      the seed from which the seed of each round is derived (1)
      --repeat S    gives every round the seed S; the seed of a round is printed with each loss
      --kind TEXT   runs only the kinds that have TEXT in their name; --only is the same
      --patience S  the number of seconds after which an event counts as lost (20)
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
