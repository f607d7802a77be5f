/// The command-line arguments of a program in this package.
public struct Arguments {
  private let words: [String]

  /// The arguments of this process.
  public init() { words = Array(CommandLine.arguments.dropFirst()) }

  /// The argument at `index`, or `nil` if there are fewer arguments.
  public subscript(_ index: Int) -> String? { index < words.count ? words[index] : nil }

  /// Returns the number at `index`. Stops the program with `usage` if it is missing or invalid.
  public func number(_ index: Int, usage: String) -> Int {
    guard let number = self[index].flatMap({ Int($0) }), number > 0 else { fatalError("usage: \(usage)") }
    return number
  }

  /// Returns the argument that follows an option such as `--filter`, or `nil` if the option is missing.
  public func value(of option: String) -> String? {
    guard let index = words.firstIndex(of: option) else { return nil }
    return self[index + 1]
  }
}
