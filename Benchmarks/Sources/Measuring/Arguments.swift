/// What a program of this package was called with.
public struct Arguments {
  private let words: [String]

  /// The arguments of this process.
  public init() { words = Array(CommandLine.arguments.dropFirst()) }

  /// The argument at `index`; `nil` if there are fewer.
  public subscript(_ index: Int) -> String? { index < words.count ? words[index] : nil }

  /// The number at `index`; stops the program with `usage` if there is none.
  public func number(_ index: Int, usage: String) -> Int {
    guard let number = self[index].flatMap({ Int($0) }), number > 0 else { fatalError("usage: \(usage)") }
    return number
  }

  /// The word after an option such as `--filter`; `nil` if the option is missing.
  public func value(of option: String) -> String? {
    guard let index = words.firstIndex(of: option) else { return nil }
    return self[index + 1]
  }
}
