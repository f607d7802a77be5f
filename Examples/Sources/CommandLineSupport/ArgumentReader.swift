/// Reads the arguments of a command line one at a time.
package struct ArgumentReader {
  /// An argument that is not the value of an option.
  package enum Argument: Equatable {
    /// An argument that does not begin with a hyphen, or follows `--`.
    case operand(String)
    /// The name of an option, such as `--jobs`.
    case option(String)
  }

  /// The arguments that have not been read.
  private var rest: ArraySlice<String>
  /// Whether `--` has been read.
  private var readsOnlyOperands = false
  /// The last option that was read, if its value is attached to it and has not been read: `--name=value`.
  private var attached: (name: String, value: String)?

  /// Creates a reader of the arguments that follow the name of the program.
  package init(_ arguments: [String]) { rest = arguments[...] }

  /// Reads the next argument, or returns `nil` at the end.
  package mutating func next() throws(UsageError) -> Argument? {
    if let attached { throw UsageError(message: "\(attached.name) takes no value") }
    guard let argument = rest.popFirst() else { return nil }
    if readsOnlyOperands || !argument.hasPrefix("-") || argument == "-" { return .operand(argument) }
    if argument == "--" {
      readsOnlyOperands = true
      return try next()
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 { attached = (parts[0], parts[1]) }
    return .option(parts[0])
  }

  /// Reads the value of an option: the attached one, or the next argument.
  package mutating func value(of name: String) throws(UsageError) -> String {
    if let attached {
      self.attached = nil
      return attached.value
    }
    guard let value = rest.popFirst() else { throw UsageError(message: "\(name) needs a value") }
    return value
  }

  /// Reads the value of an option that is a whole number, and at least `minimum`.
  package mutating func number(of name: String, from minimum: Int) throws(UsageError) -> Int {
    let text = try value(of: name)
    guard let number = Int(text), number >= minimum else {
      throw UsageError(message: "\(name) must be a whole number, at least \(minimum), not '\(text)'")
    }
    return number
  }

  /// Reads the value of an option that is one of several names.
  package mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of name: String, as type: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice {
    let text = try value(of: name)
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: "|")
      throw UsageError(message: "\(name) must be one of \(names), not '\(text)'")
    }
    return choice
  }
}
