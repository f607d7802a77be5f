/// What the command line says.
struct Options {
  var minutes = 1.0 / 3
  var seed: UInt64 = 1
  var only: String?

  static let usage = """
    usage: stress [--minutes N] [--seed S] [--only TEXT]

      --minutes N   runs rounds until so much time is over, and at least one (20 seconds)
      --seed S      what chance says (1)
      --only TEXT   only the kinds that have TEXT in their name
    """

  /// `nil` if the arguments make no sense.
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
      case "--only": only = text
      default: return nil
      }
    }
  }
}
