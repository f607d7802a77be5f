import ArgumentParser
import SourceEditing

struct Adopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the imports of another promise library, and what has to change with them.")

  mutating func run() throws {}
}
